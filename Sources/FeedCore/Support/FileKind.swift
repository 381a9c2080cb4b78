/// Checks that a path names a regular file.
public enum FileKind {
    /// Why the program cannot use the path as a file, in words for the user. Follows links. Nil for a regular file, and
    /// where nothing is there.
    public static func problem(at path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "it is a folder"
        default: "it is not a regular file"
        }
    }
}
