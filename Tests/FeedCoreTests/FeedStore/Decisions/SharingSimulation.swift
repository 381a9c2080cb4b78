import FeedCore
import TestSupport

@testable import FeedStore

/// Five machines that decide at random, and a way to carry files between their folders that delays, loses, repeats and
/// breaks them.
final class SharingSimulation {
    /// One database with its folder, and a clock that may be wrong.
    final class Machine {
        var store: Store
        let folder: String
        let path: String
        let skew: Int64

        init(_ path: String, folder: String, skew: Int64) throws {
            self.path = path
            self.folder = folder
            self.skew = skew
            mkdir(folder, 0o700)
            store = try Machine.open(path)
        }

        static func open(_ path: String) throws -> Store {
            let store = try Store(path: path, access: .refreshing)
            // Waiting for the disk would be most of the time.
            try store.database.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
            return store
        }
    }

    /// A file on its way, for how many more times that files are carried.
    private struct Parcel {
        let bytes: [UInt8]
        let machine: Machine
        let name: String
    }

    private let root = TemporaryFolder()
    private var dice: Dice
    private(set) var machines: [Machine] = []
    private var delayed: [Parcel] = []
    /// Milliseconds since 1970, right.
    private var time = start
    /// Everything that any machine has ever known.
    private(set) var reference = DecidedState()

    private static let start: Int64 = 1_795_253_400_000
    private static let urls = ["https://a.example/feed", "https://www.b.example/rss/", "https://c.example/"]

    /// A database with one feed. To make one takes longer than all that a machine does with it.
    private static let template: [UInt8] = {
        let folder = TemporaryFolder()
        let copy = folder.file("copy.db")
        do {
            var store = try Store(path: folder.file("template.db"), access: .refreshing)
            store.decisionTime = DecisionTime(milliseconds: start)
            try store.addSample(urls[0])
            try DatabaseCopy.make(of: store.path, at: copy)
            return try File.read(copy)
        } catch {
            preconditionFailure("no template: \(error)")
        }
    }()

    init(seed: UInt64) throws {
        dice = Dice(seed: seed)
        for number in 0..<5 {
            let path = root.file("\(number).db")
            root.write(SharingSimulation.template, to: "\(number).db")
            let skew = Int64(dice.roll(3) == 0 ? dice.roll(200_000_000) - 100_000_000 : dice.roll(2000))
            let machine = try Machine(path, folder: root.file("folder\(number)"), skew: skew)
            // The first two are copies of one that has not shared anything yet.
            if number > 1 {
                try machine.store.database.run("UPDATE own_machine SET code = ?1", .integer(Int64(dice.roll(1 << 30))))
            }
            machines.append(machine)
        }
    }

    func run(steps: Int) throws {
        for _ in 0..<steps {
            time += Int64(dice.roll(100_000))
            let machine = machines[dice.roll(machines.count)]
            setClock(of: machine)
            switch dice.roll(24) {
            case 0...11: try decide(on: machine)
            case 12...13: try fetch(on: machine)
            case 14...17: try exchange(machine)
            case 18: try die(machine)
            case 19: if dice.roll(3) == 0 { try copy(to: machine) }
            default: carry()
            }
        }
        try comeToRest()
    }

    /// In the end the newest file of every machine arrives everywhere, until no exchange changes anything.
    private func comeToRest() throws {
        delayed = []
        var quiet = 0
        for turn in 0..<40 where quiet < machines.count {
            let machine = machines[turn % machines.count]
            time += 1000
            setClock(of: machine)
            let isChanged = try exchange(machine)
            quiet = isChanged ? 0 : quiet + 1
            guard isChanged || turn < machines.count else { continue }
            for other in machines where other !== machine { try carryOwn(of: machine, to: other) }
        }
        for machine in machines { try remember(machine) }
        guard quiet >= machines.count else { throw SimulationError(what: "the machines do not come to rest") }
    }

    private func setClock(of machine: Machine) {
        machine.store.decisionTime = DecisionTime(milliseconds: time + machine.skew)
    }

    private var now: Timestamp { Timestamp(seconds: time / 1000) }

    /// Returns whether it has changed or written anything.
    @discardableResult
    private func exchange(_ machine: Machine) throws -> Bool {
        try remember(machine)
        let outcome = try StateExchange(folder: machine.folder, host: "host", at: now).run(in: machine.store)
        return outcome.written != nil || !outcome.changes.isEmpty
    }

    private func remember(_ machine: Machine) throws { try machine.store.forEachStateLine { reference.merge($0) } }

    /// The program is killed at a random point of an exchange: within a transaction, between two, before its file is in
    /// its place, or right after that.
    private func die(_ machine: Machine) throws {
        for other in machines where other !== machine && dice.roll(2) == 0 { try carryOwn(of: other, to: machine) }
        let point = ["UPDATE OF run ON", "UPDATE OF file ON", "INSERT ON"][dice.roll(3)]
        let table = point == "INSERT ON" ? "shared_file" : "own_machine"
        try machine.store.database.execute(
            """
            CREATE TEMP TABLE life(rest INTEGER);
            INSERT INTO life VALUES (\(point == "INSERT ON" ? dice.roll(3) : 0));
            CREATE TEMP TRIGGER killed BEFORE \(point) main.\(table) BEGIN
                SELECT RAISE(ABORT, 'killed') FROM life WHERE rest = 0;
                UPDATE life SET rest = rest - 1;
            END;
            """)
        // It lives on where it does not come so far.
        _ = try? exchange(machine)
        try machine.store.database.execute("DROP TRIGGER temp.killed; DROP TABLE temp.life")
        try remember(machine)
    }

    /// The database is replaced by a copy of another one, after what it knows is on its way.
    private func copy(to machine: Machine) throws {
        let other = machines[dice.roll(machines.count)]
        guard other !== machine else { return }
        try exchange(machine)
        // It writes nothing before it has read a file that is still arriving: it would take what it knows along.
        guard try machine.store.ownMachine().file != nil else { return }
        for third in machines where third !== machine { try carryOwn(of: machine, to: third) }
        let copy = root.file("copy.db")
        try DatabaseCopy.make(of: other.path, at: copy)
        let bytes = try File.read(copy)
        unlink(machine.path)
        for ending in ["-wal", "-shm"] { unlink(machine.path + ending) }
        root.write(bytes, to: String(machine.path.split(separator: "/").last ?? ""))
        machine.store = try Machine.open(machine.path)
    }

    // MARK: Decisions

    private func decide(on machine: Machine) throws {
        let feeds = try machine.store.feeds()
        guard let feed = feeds.isEmpty ? nil : feeds[dice.roll(feeds.count)] else {
            return try subscribe(on: machine)
        }
        switch dice.roll(18) {
        case 0: try subscribe(on: machine)
        case 1: try machine.store.remove([feed.id])
        case 2...4:
            var edit = FeedEdit()
            switch dice.roll(4) {
            case 0: edit.nickname = ["", "One", "Two"][dice.roll(3)]
            case 1:
                edit.category =
                    [FeedEdit.CategoryChoice.none, .named("News"), .named("news"), .named("Tech")][dice.roll(4)]
            case 2:
                let isOn = dice.roll(2) == 0
                (edit.isFavorite, edit.isPaused) = (isOn, isOn)
                edit.xpaths = FeedEdit.PageXPathsEdit(items: isOn ? "//li" : "", parts: [:])
            default: edit.interval = [.standard, .every(seconds: 60)][dice.roll(2)]
            }
            try machine.store.edit([feed.id], edit)
        case 5: try changeCategories(of: machine)
        case 6: try changeRules(of: machine)
        case 7, 8: if try !machine.store.undoableCommands(at: now).isEmpty { _ = try machine.store.undo(at: now) }
        case 9, 10: try label(on: machine)
        case 11: try changeViews(of: machine, feed.id)
        default: try mark(on: machine)
        }
    }

    private func subscribe(on machine: Machine) throws {
        let url = SharingSimulation.urls[dice.roll(SharingSimulation.urls.count)]
        if try machine.store.feed(at: Sample.address(url)) == nil { try machine.store.addSample(url) }
    }

    private func changeCategories(of machine: Machine) throws {
        let categories = try machine.store.categories()
        guard let category = categories.isEmpty ? nil : categories[dice.roll(categories.count)] else {
            try machine.store.addCategory(named: ["News", "NEWS"][dice.roll(2)])
            return
        }
        switch dice.roll(4) {
        case 0: try machine.store.removeCategory(category.id)
        case 1:
            var edit = CategoryEdit()
            edit.name = ["News", "news", "Other"][dice.roll(3)]
            // Another category may have the name.
            try? machine.store.edit(category.id, edit)
        default:
            var edit = CategoryEdit()
            edit.color = [CategoryEdit.ColorChoice.none, .named("red")][dice.roll(2)]
            if dice.roll(2) == 0 { edit.position = dice.roll(2) + 1 }
            try machine.store.edit(category.id, edit)
        }
    }

    private func changeRules(of machine: Machine) throws {
        let rules = try machine.store.rules()
        if let rule = rules.first, dice.roll(2) == 0 { return try machine.store.removeRule(rule.id) }
        guard rules.isEmpty else { return }
        let category = try machine.store.categories().first?.id
        _ = try machine.store.addRule(Query("advert"), category: dice.roll(2) == 0 ? category : nil, .markRead)
    }

    private func changeViews(of machine: Machine, _ feed: FeedID) throws {
        let names = ["morning", "Morning"]
        if let view = try machine.store.views().first, dice.roll(2) == 0 {
            return try machine.store.removeView(named: view.name)
        }
        let choices: [[ViewFilter]] = [
            [.flag("unread")], [.flag("starred"), .feed(feed)], [.option("category", value: "News")],
        ]
        let filters = choices[dice.roll(3)]
        // There may be one of this name.
        try? machine.store.add(SavedView(name: names[dice.roll(2)], filters: filters))
    }

    private func label(on machine: Machine) throws {
        let articles = try machine.store.list()
        guard !articles.isEmpty else { return try fetch(on: machine) }
        let article = articles[dice.roll(articles.count)].id
        let name = ["later", "Later", "todo"][dice.roll(3)]
        if dice.roll(3) == 0 {
            // No article may have it.
            _ = try? machine.store.unlabel([article], name)
        } else {
            _ = try machine.store.label([article], name)
        }
    }

    private func mark(on machine: Machine) throws {
        let articles = try machine.store.list()
        guard !articles.isEmpty else { return try fetch(on: machine) }
        let mark = Mark.allCases[dice.roll(9) == 0 ? 4 : dice.roll(4)]
        try machine.store.mark([articles[dice.roll(articles.count)].id], as: mark, isUndoable: true, at: now)
    }

    /// A feed brings an article, if it was not removed here.
    private func fetch(on machine: Machine) throws {
        let feeds = try machine.store.feeds()
        guard !feeds.isEmpty else { return }
        let feed = feeds[dice.roll(feeds.count)]
        let draft = Sample.draft("Article \(dice.roll(3))", guid: "guid \(dice.roll(3))", text: "text")
        let known = try machine.store.identities(of: feed.id, like: [draft])
        let identity = ArticleIdentity(of: [draft], among: known)
        guard identity.matches[0] == nil, !known.contains(where: { $0.traits.guid == draft.traits.guid }) else {
            return
        }
        try machine.store.transaction {
            let statements = try machine.store.articleStatements()
            _ = try machine.store.arrive([draft], in: feed.id, from: .news, isRead: false, at: now, with: statements)
        }
    }

    // MARK: Carrying

    /// A file is carried: at once or later, whole, half, or as a conflict copy. Or one is lost.
    private func carry() {
        if !delayed.isEmpty, dice.roll(2) == 0 {
            let parcel = delayed.remove(at: dice.roll(delayed.count))
            write(parcel.bytes, parcel.machine, parcel.name)
        }
        let (from, to) = (machines[dice.roll(machines.count)], machines[dice.roll(machines.count)])
        guard from !== to, let name = files(in: from.folder).randomElement(using: &dice) else { return }
        guard let bytes = try? File.read(from.folder + "/" + name) else { return }
        switch dice.roll(8) {
        case 0: write(Array(bytes.prefix(dice.roll(bytes.count + 1))), to, name)
        case 1: write(bytes, to, "conflict \(dice.roll(3)) of " + name)
        case 2...3: delayed.append(Parcel(bytes: bytes, machine: to, name: name))
        case 4: unlink(from.folder + "/" + name)
        default: write(bytes, to, name)
        }
    }

    private func carryOwn(of machine: Machine, to other: Machine) throws {
        guard let name = try machine.store.ownMachine().file, let bytes = try? File.read(machine.folder + "/" + name)
        else { return }
        write(bytes, other, name)
    }

    /// Its time is some seconds ago: what is newer is read again at the next exchange.
    private func write(_ bytes: [UInt8], _ machine: Machine, _ name: String) {
        let path = machine.folder + "/" + name
        let temporary = root.file("parcel")
        root.write(bytes, to: "parcel")
        let written = timespec(tv_sec: Int(time / 1000) - 10, tv_nsec: 0)
        utimensat(AT_FDCWD, temporary, [written, written], 0)
        rename(temporary, path)
    }

    private func files(in folder: String) -> [String] {
        let listing = try? SharedFolder(path: folder).list(own: nil)
        return listing?.files.map(\.name) ?? []
    }
}

struct SimulationError: Error {
    let what: String
}
