internal import FeedCore

/// The program that turns images into what terminals show. It reads the image from a file that has no name, gets no
/// part of its address, and is ended where it takes long.
struct Chafa {
    private static let name = "chafa"
    private static let limit = Duration.seconds(5)
    /// More than any screen takes.
    private static let byteLimit = 16 << 20

    private let folder: String

    /// Nil where it is not installed.
    init?(_ environment: Environment) {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        let isThere = folders.contains { folder in access(folder + "/" + Chafa.name, X_OK) == 0 }
        guard isThere else { return nil }
        self.init(folder: environment["TMPDIR"] ?? "/tmp")
    }

    /// - Parameter folder: where it may have a file for as long as it is at work.
    init(folder: String) {
        self.folder = folder
    }

    enum Form: String {
        case symbols, sixels, kitty
    }

    /// What it prints of the image, stretched to so many of its cells; nil where it cannot show it.
    func output(
        of file: ImageFile, as form: Form, columns: Int, rows: Int, more options: [String] = []
    ) -> [UInt8]? {
        guard let input = unnamedFile(of: file.bytes) else { return nil }
        defer { close(input) }
        let words =
            [Chafa.name, "--format", form.rawValue, "--animate", "off", "--stretch", "--size", "\(columns)x\(rows)"]
            + options + ["-"]
        // Whatever it lacks, the text stands for the image.
        guard
            let output = try? CapturedOutput(
                of: words, input: .file(input), errors: .discarded, within: Chafa.limit, byteLimit: Chafa.byteLimit),
            output.exitStatus == 0
        else { return nil }
        return output.bytes
    }

    private func unnamedFile(of bytes: [UInt8]) -> Int32? {
        var template = Array((folder + "/rssium-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do {
            try File.write(bytes, to: descriptor)
        } catch {
            close(descriptor)
            return nil
        }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }
}
