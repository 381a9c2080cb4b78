import TestSupport
import Testing

@testable import FeedStore

/// A machine with a database and a clock, and the folder that it shares with others.
final class SharingMachine {
    private let folder = TemporaryFolder()
    private let shared: TemporaryFolder
    private(set) var store: Store

    init(in shared: TemporaryFolder, at seconds: Int64 = 0) throws {
        self.shared = shared
        store = try Store(path: folder.file("a.db"), access: .refreshing)
        setClock(seconds)
    }

    /// Makes what is decided from now on newer.
    func setClock(_ seconds: Int64) {
        store.decisionTime = DecisionTime(milliseconds: (Sample.now.seconds + seconds) * 1000)
    }

    /// Both read and write until neither has news.
    func exchange(with other: SharingMachine) throws {
        for machine in [self, other, self, other, self, other] {
            _ = try StateExchange(folder: shared.path, host: "host", at: Sample.now).run(in: machine.store)
        }
    }

    var urls: [String] { get throws { try store.feeds().map(\.url.text).sorted() } }

    func feed(_ url: String) throws -> FeedID { try #require(try store.feed(at: Sample.address(url))).id }

    @discardableResult
    func add(_ url: String, category: String? = nil) throws -> FeedID { try store.addSample(url, category: category) }

    func move(_ url: String, to new: String) throws {
        try store.edit([feed(url)]) { $0.address = FeedEdit.Address(url: Sample.address(new)) }
    }

    func remove(_ url: String) throws { try store.remove([feed(url)]) }
}
