/// Why a file could not be read or written.
public enum FileError: Error, Equatable {
    /// A value of `errno`.
    case system(Int32)
    /// It has more bytes than the caller allows.
    case tooLarge(limit: Int)
    case folder
    /// A pipe, a device or a socket; or a symbolic link that is not followed.
    case notRegular

    /// The reason in words for the user, without the path.
    public var reason: String {
        switch self {
        case .system(EPIPE): "it is a closed pipe"
        case .system(let code): String(cString: strerror(code))
        case .folder: "it is a folder"
        case .notRegular: "it is not a regular file"
        case .tooLarge(let limit): "it has more than \(FileError.words(forBytes: limit))"
        }
    }

    /// `32 MiB`, `500 KiB`, `1000 bytes`: the largest unit that divides the number.
    package static func words(forBytes count: Int) -> String {
        for (unit, name) in units where count >= unit && count % unit == 0 { return "\(count / unit) \(name)" }
        return "\(count) bytes"
    }

    /// Not written into the loop: the compiler would unroll it, with instructions in an order that depends on the folder
    /// that the program is built in.
    private static let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
}

/// Why a folder could not be made.
public struct FolderError: Error, Equatable {
    public let path: String
    public let reason: String

    /// The error in words for the user.
    public var message: String { "cannot make the folder \(path): \(reason)" }
}
