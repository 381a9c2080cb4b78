/// Writes the file of this machine.
extension StateExchange {
    /// Whether this machine has read no file yet, and there is one that it may read later: its own first file would end the
    /// joining. A sync tool makes a file whole within a day.
    func isToJoinLater(_ files: [SharedFolder.Entry], _ left: [LeftFile], in store: borrowing Store) throws -> Bool {
        guard try store.sharedFiles().isEmpty, try store.ownMachine().file == nil else { return false }
        let unusable = Set(left.filter { !$0.why.hasPrefix(StateExchange.notWhole) }.map(\.name))
        let aroundNow = now.seconds - StateExchange.day...now.seconds + StateExchange.day
        return files.contains { aroundNow.contains($0.modified) && !unusable.contains($0.name) }
    }

    private static let notWhole = "left: \(StateFileProblem.notWhole(""))"

    func writeOwnFile(
        amid files: [SharedFolder.Entry], _ changed: [CheckedFile], _ left: inout [LeftFile],
        in store: borrowing Store, _ outcome: inout Outcome
    ) throws {
        let own = try store.ownMachine()
        let isThere = own.file.map { name in files.contains { $0.name == name } } ?? false
        let isOther = changed.contains { $0.file.name == own.file && $0.content.digest != own.digest }
        let isLeft = left.contains { $0.name == own.file }
        guard !isThere || isOther || isLeft || own.changes != own.writtenChanges else { return }
        try store.transaction { try store.forgetOldDecisions() }
        let run = StateHead.Run(count: (own.run?.count ?? 0) + 1, code: MachineID(rawValue: .random(in: 0...(.max))))
        let written = try store.timeOfDecisions()
        let head = StateHead(machine: own.code, host: host, run: run, written: written)
        let name = own.file ?? head.fileName
        var hash = StableHash()
        let last = isThere ? try store.sharedFiles()[name]?.written : nil
        var new = 0
        let file = try folder.begin(name)
        let content = try store.writeState(head) { line in
            if let newest = line.decisions.newest, newest.machine == own.code, last.map({ $0 <= newest.time }) ?? true {
                new += 1
            }
        } put: { piece in
            piece.withUnsafeBytes { hash.append($0) }
            try folder.write(piece, to: file)
        }
        if isThere, !isOther, !isLeft, content.digest == own.digest {
            // The changes do not belong in the file, such as a mark of an account's article.
            return try store.endWritingState(digest: content.digest, changes: own.changes)
        }
        // Before the file is there: a copy of the database would write the same number, and a run that is killed now would
        // leave a file that the next one does not know.
        try store.beginWritingState(file: name, run)
        let seen = try folder.keep(file)
        try store.endWritingState(digest: content.digest, changes: own.changes)
        try store.save(
            SharedFile(
                name: name, machine: own.code, machineName: head.name, written: written, seen: seen, hash: hash.value,
                merged: now))
        left.removeAll { $0.name == name }
        outcome.written = new
    }
}
