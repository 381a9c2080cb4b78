/// What stands at a path, as far as it may be taken for a file.
public enum FileKind {
    /// Why what is there is no file, in words for the user, links followed; nil for a file, and where there is nothing.
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
