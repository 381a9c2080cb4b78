/// What others may do with the files and the folder: the database says what somebody reads, and may hold passwords.
enum FileModes {
    /// Each in words for the user.
    static func findings(for path: String) -> [String] {
        let place = DatabaseFile.followed(path)
        var findings: [String] = []
        for file in [path] + ["-wal", "-shm", ".lock"].map({ place + $0 }) {
            guard let mode = mode(of: file), mode & 0o077 != 0 else { continue }
            findings.append("\(file) is open to others: its mode is \(String(mode, radix: 8)), not 600")
        }
        let folder = DatabaseFile.folder(of: place) ?? (place.hasPrefix("/") ? "/" : ".")
        // Where the sticky bit is set, as in /tmp, nobody can put another file in the place of this one.
        if let mode = mode(of: folder), mode & 0o022 != 0, mode & 0o1000 == 0 {
            findings.append("others can write to the folder \(folder): its mode is \(String(mode, radix: 8))")
        }
        return findings
    }

    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }
}
