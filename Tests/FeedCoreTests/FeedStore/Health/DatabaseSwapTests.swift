import TestSupport
import Testing

@testable import FeedStore

/// How a new database takes the place of a damaged one.
@Suite struct DatabaseSwapTests {
    private let folder = TemporaryFolder()
    private var place: String { folder.file("rssium.db") }
    private let now = Timestamp(seconds: 1_795_248_000)
    private let kept = ".damaged-20261121T080000Z"

    private func makeDatabase() throws {
        let database = try Database(path: folder.write("", to: "rssium.db"), access: .readWrite)
        for part in Schema.migrations[0] { try database.execute(part) }
        try database.execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version)")
    }

    /// Puts a database of version 1000 in the place of one of this version.
    private func replace(addName: @escaping (String, String) -> Int32) throws -> String {
        try makeDatabase()
        let replacement = try DatabaseSwap(of: place, addName: addName)
        do {
            let new = try Database(path: replacement.newPath, access: .readWrite)
            try new.execute("PRAGMA user_version = 1000")
        }
        return try replacement.replace(at: now)
    }

    private func version(_ path: String) throws -> Int64? {
        try Database(path: path, access: .readOnly).number("PRAGMA user_version")
    }

    @Test(arguments: [EPERM, EOPNOTSUPP, EMLINK])
    func `where a file cannot have two names the damaged one gets another`(why: Int32) throws {
        let kept = try replace { _, _ in
            errno = why
            return -1
        }
        #expect(kept == place + self.kept)
        #expect(try version(kept) == Schema.version)
        #expect(try version(place) == 1000)
        #expect(access(place + ".repair", F_OK) != 0)
    }

    @Test func `a name that is taken is left to its file, on every file system`() throws {
        folder.write("mine", to: "rssium.db" + kept)
        folder.write("mine too", to: "rssium.db" + kept + "-2")
        #expect(try replace { link($0, $1) } == place + kept + "-3")
        unlink(place)
        // The second of them is taken only now.
        let taken = place + kept + "-4"
        let error = #expect(throws: StoreError.self) {
            try replace { _, new in
                errno = new == taken ? EPERM : EEXIST
                if new == taken { folder.write("mine as well", to: "rssium.db" + kept + "-4") }
                return -1
            }
        }
        #expect(error?.message.contains(taken) == true)
        #expect(try version(place) == Schema.version)
    }
}
