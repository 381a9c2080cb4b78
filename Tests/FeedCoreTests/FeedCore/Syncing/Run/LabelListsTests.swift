import Testing

@testable import FeedCore
@testable import FeedStore

/// The lists of a server's labels.
@Suite struct LabelListsTests {
    private static let ids: [RemoteID] = ["1", "2", "3"].map { RemoteID($0) }

    @Test func `all lists together have an end`() throws {
        var lists = LabelLists(ServerTags())
        try lists.add(Set(Self.ids), to: "a", atMost: 4)
        #expect(throws: SyncError.answer("the server's lists of labeled articles have no end")) {
            try lists.add(Set(Self.ids.prefix(2)), to: "b", atMost: 4)
        }
    }

    @Test func `a list that is not trusted adds no article`() throws {
        var lists = LabelLists(ServerTags())
        try lists.add(Set(Self.ids), to: "a", atMost: 4)
        try lists.add([Self.ids[0]], to: "b", atMost: 4)
        lists.distrust("a")
        #expect(lists.byArticle == [Self.ids[0]: ["b"]] && lists.untrusted == ["a"])
    }
}
