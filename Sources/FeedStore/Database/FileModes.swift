/// Checks what the user and others may do with the files: the database says what the user reads, and may hold passwords.
enum FileModes {
    /// In words for the user.
    static func findings(for path: String) -> [String] {
        let target = File.resolvingLinks(path)
        var findings: [String] = []
        let problem = access(path, W_OK) == 0 ? DatabaseFile.problem(with: path) : DatabaseFile.words(for: errno)
        if let problem { findings.append("\(path) cannot be written to: \(problem)") }
        let folder = File.folder(of: target)
        let name = target.split(separator: "/").last ?? ""
        // Copies of the database, of before a migration or a repair, hold what it holds.
        let beside = ((try? File.names(in: folder)) ?? []).sorted().compactMap { other in
            other.hasPrefix("\(name)-") || other.hasPrefix("\(name).") ? target + other.dropFirst(name.count) : nil
        }
        for file in [path] + beside {
            guard let mode = mode(of: file), mode & 0o077 != 0 else { continue }
            findings.append(
                "\(file) is open to others: its mode is \(String(mode, radix: 8)), not 600; `chmod 600 \(ShellWords.joined([file]))` closes it"
            )
        }
        findings += ["-journal", "-wal", "-shm", ".lock", ".state", ".state.1"].compactMap {
            owner(of: target + $0, beside: path)
        }
        // With the sticky bit, as in /tmp, other users cannot replace the file.
        if let mode = mode(of: folder), mode & 0o022 != 0, mode & 0o1000 == 0 {
            findings.append(
                "others can write to the folder \(folder): its mode is \(String(mode, radix: 8)); `chmod go-w \(ShellWords.joined([folder]))` forbids it"
            )
        }
        return findings
    }

    /// Why the user who has the database cannot use a file beside it; nil if the user can, or the file does not exist.
    private static func owner(of file: String, beside database: String) -> String? {
        guard let status = File.status(of: file), let own = File.status(of: database) else { return nil }
        if status.st_uid != own.st_uid, geteuid() == 0 || access(file, R_OK | W_OK) != 0 {
            return "\(file) belongs to user \(status.st_uid), and the database to user \(own.st_uid); "
                + "`sudo chown \(own.st_uid) \(ShellWords.joined([file]))` gives it back"
        }
        guard access(file, R_OK | W_OK) != 0, DatabaseFile.isWritable(database) else { return nil }
        return "\(file) cannot be read and written; `chmod 600 \(ShellWords.joined([file]))` allows it"
    }

    private static func mode(of path: String) -> mode_t? {
        File.status(of: path).map { $0.st_mode & 0o7777 }
    }
}
