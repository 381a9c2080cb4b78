import TestSupport
import Testing

/// Three machines that share a folder, one of which has an account, too. Their users mark articles of a publisher at
/// random. A mark is only on the article that got it, and in the end all agree.
final class MarksSimulation {
    /// What an article is on a machine.
    struct Row: Hashable {
        let id: String
        let name: String
        let flags: String
        let labels: Set<String>
    }

    private let server = FeedServer()
    private let publisher: SimulatedPublisher
    private let folder = TemporaryFolder()
    private let linked: LinkedProgram
    private var machines: [Program]
    private var dice: Dice
    private let seed: UInt64
    private var day = 0
    /// What anybody has ever done with an article, by its true name.
    private var given: [String: Set<String>] = [:]
    /// The articles that each machine has ever stored.
    private var stored: [[String: String]] = []
    private let labels = ["later", "Work"]

    init(seed: UInt64) async throws {
        self.seed = seed
        dice = Dice(seed: seed)
        publisher = SimulatedPublisher(server)
        linked = LinkedProgram.withTwoFeeds()
        machines = [linked.program, Program(), Program()]
        publisher.publish(day: 0)
        for (index, machine) in machines.enumerated() {
            let retention = index == 2 ? "keep.articles = 12\nkeep.days = 0\nkeep.unread = 12\n" : ""
            machine.folder.write("sync.folder = \(folder.path)\n\(retention)", to: "config")
            await machine.makeDatabase()
        }
        await linked.link()
        let urls = SimulatedPublisher.Kind.allCases.map(publisher.url)
        #expect(await machines[0].run(arguments: ["add"] + urls).code == 0)
        for machine in machines { await run(machine, "refresh") }
        stored = Array(repeating: [:], count: machines.count)
    }

    func run(days: Int) async throws {
        for day in 1...days {
            self.day = day
            publisher.publish(day: day)
            for index in machines.indices {
                if dice.roll(4) > 0 { try await checked(index) { await self.run(self.machines[index], "refresh") } }
                for _ in 0..<dice.roll(4) { try await act(on: index) }
                if dice.roll(2) == 0 {
                    try await checked(index) { await self.run(self.machines[index], "sync", "--folder") }
                }
            }
            if day == days / 3 { await run(machines[1], "backup", folder.file("copy.db")) }
            if day == days / 2 { try await restore() }
            if day == 2 * days / 3 { try await clone() }
        }
        try await finish()
    }

    // MARK: What users do

    private func act(on index: Int) async throws {
        let machine = machines[index]
        let rows = await rows(of: machine).filter { !$0.name.isEmpty }
        guard !rows.isEmpty else { return }
        let row = rows[dice.roll(rows.count)]
        let label = labels[dice.roll(labels.count)]
        let choices: [(words: [String], mark: String?)] = [
            (["mark", "read", row.id], "read"), (["read", row.id], "read"), (["mark", "starred", row.id], "starred"),
            (["mark", "unstarred", row.id], nil), (["mark", "unread", row.id], nil),
            (["label", "add", label, row.id], label),
            (["label", "rm", label, row.id], nil), (["mark", "deleted", row.id], "deleted"),
        ]
        switch dice.roll(12) {
        case 0:
            // It takes back the last command, whatever that was.
            _ = await machine.run("undo", "--yes")
            return
        case 1:
            let kind = SimulatedPublisher.Kind.allCases[dice.roll(SimulatedPublisher.Kind.allCases.count)]
            await run(machine, "edit", publisher.url(of: kind), "--title", "Title \(dice.roll(9))")
            return
        case 2 where dice.roll(4) == 0:
            let kind = SimulatedPublisher.Kind.allCases[dice.roll(SimulatedPublisher.Kind.allCases.count)]
            for number in 0..<SimulatedPublisher.archived { give("read", to: SimulatedPublisher.name(kind, number)) }
            _ = await machine.run("backfill", publisher.url(of: kind))
            return
        default: break
        }
        let choice = choices[dice.roll(choices.count)]
        if let mark = choice.mark { give(mark, to: row.name) }
        let ending = await machine.run(arguments: choice.words)
        let after = await self.rows(of: machine)
        // Taking a label off that no article has is an error.
        #expect(ending.code == 0 || choice.words[1] == "rm", "\(place(index)): \(choice.words) \(ending)")
        let changed = Set(after).symmetricDifference(rows + after.filter(\.name.isEmpty)).map(\.id)
        #expect(Set(changed).subtracting([row.id]).isEmpty, "\(place(index)): \(choice.words) changed \(changed)")
        try check(index, after)
    }

    private func give(_ mark: String, to name: String) { given[name, default: []].insert(mark) }

    /// The second machine goes on with an older state of its database.
    private func restore() async throws {
        _ = await machines[1].shell("cp \(folder.file("copy.db")) rssium.db; rm -f rssium.db-wal rssium.db-shm")
        stored[1] = [:]
        await run(machines[1], "refresh")
    }

    /// A fourth machine begins with a copy of the first one's database.
    private func clone() async throws {
        let copy = Program()
        copy.folder.write("sync.folder = \(folder.path)\n", to: "config")
        _ = await machines[0].shell("cp rssium.db* \(copy.folder.path)/")
        machines.append(copy)
        stored.append([:])
    }

    // MARK: What must be so

    private func checked(_ index: Int, _ body: () async -> Void) async throws {
        await body()
        try check(index, await rows(of: machines[index]))
    }

    /// Only what was marked is marked, and only what was deleted is missing.
    private func check(_ index: Int, _ rows: [Row]) throws {
        for row in rows where !row.name.isEmpty {
            let marks = given[row.name] ?? []
            let found =
                (row.flags.contains("U") ? [] : ["read"]) + (row.flags.contains("S") ? ["starred"] : []) + row.labels
            try #require(marks.isSuperset(of: found), "\(place(index)): \(row) has \(found), given were \(marks)")
            stored[index][row.name] = row.id
        }
        let names = Set(rows.map(\.name))
        // The third one prunes.
        for name in stored[index].keys where index != 2 && !names.contains(name) {
            try #require(given[name]?.contains("deleted") == true, "\(place(index)): \(name) is missing")
            stored[index][name] = nil
        }
    }

    /// All refresh the same documents, and exchange until nothing changes: then they agree.
    private func finish() async throws {
        for _ in 0..<4 { for machine in machines { await run(machine, "refresh") } }
        await linked.sync()
        var all: [String: [Set<String>]] = [:]
        for (index, machine) in machines.enumerated() {
            let rows = await rows(of: machine)
            try check(index, rows)
            for row in rows where !row.name.isEmpty {
                all[row.name, default: []].append(
                    Set([row.flags.replacing("M", with: "").replacing("-", with: "")]).union(row.labels))
            }
            let doctor = await machine.run("doctor")
            #expect(doctor.stdout.isEmpty, "\(place(index)): \(doctor)")
            let counts = await machine.run("feeds", "--fields", "unread").lines.compactMap { Int($0) }.reduce(0, +)
            #expect(await machine.run("list", "--count").stdout == "\(counts)\n", "\(place(index))")
        }
        for (name, states) in all { #expect(Set(states).count == 1, "seed \(seed): \(name) is \(states)") }
        #expect(linked.remoteArticles.count == 5)
    }

    private func place(_ index: Int) -> String { "seed \(seed), day \(day), machine \(index)" }

    private func rows(of machine: Program) async -> [Row] {
        await machine.run("list", "--all", "--fields", "id,tags,flags,labels", "--no-pager").lines.map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Row(
                id: parts[0], name: parts[1], flags: parts[2],
                labels: Set(parts[3].split(separator: ",").map(String.init)))
        }
    }

    private func run(_ machine: Program, _ words: String...) async {
        let ending = await machine.run(arguments: words)
        // A refresh ends with 3 if a feed fails.
        #expect(ending.code == 0, "seed \(seed), day \(day): \(words) \(ending)")
    }
}
