/// Checks what other users may do with the files: the database says what the user reads, and may hold passwords.
enum FileModes {
    /// In words for the user.
    static func findings(for path: String) -> [String] {
        let place = DatabaseFile.followed(path)
        var findings: [String] = []
        for file in [path] + ["-wal", "-shm", ".lock"].map({ place + $0 }) {
            guard let mode = mode(of: file), mode & 0o077 != 0 else { continue }
            findings.append(
                "\(file) is open to others: its mode is \(String(mode, radix: 8)), not 600; `chmod 600 \(file)` closes it"
            )
        }
        let folder = File.folder(of: place)
        // With the sticky bit, as in /tmp, other users cannot replace the file.
        if let mode = mode(of: folder), mode & 0o022 != 0, mode & 0o1000 == 0 {
            findings.append(
                "others can write to the folder \(folder): its mode is \(String(mode, radix: 8)); `chmod go-w \(folder)` forbids it"
            )
        }
        return findings
    }

    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }
}
