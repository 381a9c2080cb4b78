import TestSupport
import Testing

@testable import FeedCore

/// The Fever API, with what real servers do differently behind it.
@Suite struct FeverTests {
    @Test func `where an article has one state, no mark takes a star`() async throws {
        let bench = try await SyncBench.synced(.fever) { $0.act(as: .oneState) }
        try bench.mark("One", .starred)
        try bench.mark("One", .read)
        try bench.mark("Two", .starred)
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        #expect(try bench.starredTitles() == ["One", "Two"] && bench.readTitles() == ["One", "Two"])
        try bench.mark("One", .unread)
        for _ in 1...6 {
            let outcome = try await bench.sync()
            #expect(outcome.result == .synced && outcome.marksSent == 0)
        }
        #expect(bench.server.starredTitles == ["One", "Two"])
        #expect(try bench.starredTitles() == ["One", "Two"] && bench.readTitles() == ["Two"])
        #expect(try bench.account.pending == 0)
    }

    @Test func `an id that has gone takes no other article with it`() async throws {
        let bench = try await SyncBench.synced(.fever) { $0.act(as: .failsForGone) }
        try bench.mark("One", .read)
        try bench.mark("Two", .read)
        try bench.mark("Three", .starred)
        bench.server.purge(bench.server.articles[1].id)
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        #expect(bench.server.readTitles == ["One"] && bench.server.starredTitles == ["Three"])
        bench.server.purge(bench.server.articles[1].id)
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.starredTitles() == ["Three"])
    }

    @Test func `a list that CommaFeed may have cut is an error`() async throws {
        let bench = SyncBench(.fever)
        let server = FeedServer()
        let ids = (1...1000).map(String.init).joined(separator: ",")
        server.answer { _ in .document(#"{"api_version":3,"auth":1,"unread_item_ids":"\#(ids)"}"#) }
        for (path, isError) in [("/rest/fever/user/1", true), ("/fever", false)] {
            let base = try #require(WebAddress(server.url(path)))
            let calls = ServerCalls(
                base: base, access: APIAccess(.fever, user: "alice"), fetcher: bench.fetcher, settings: bench.settings
            ) { .success("open sesame") }
            let page = try? await FeverClient(calls).page(of: .unread, after: nil)
            #expect((page == nil) == isError)
        }
    }

    @Test func `of a long list, only a thousand articles are kept until they are asked for`() async throws {
        let (bench, server) = (SyncBench(.fever), FeedServer())
        let items = (1...1300).map { #"{"id":\#($0),"is_read":0,"is_saved":0,"created_on_time":1}"# }
        server.answer { _ in .document(#"{"api_version":3,"auth":1,"items":[\#(items.joined(separator: ","))]}"#) }
        let calls = ServerCalls(
            base: Sample.address(server.url("/fever")), access: APIAccess(.fever, user: "alice"),
            fetcher: bench.fetcher, settings: bench.settings
        ) { .success("open sesame") }
        let client = FeverClient(calls)
        let ids = try await client.page(of: .since(Timestamp(seconds: 1)), after: nil).ids
        #expect(try await client.contents(of: ids).count == 1300)
        #expect(await client.requests == 1 + 300 / client.abilities.markBatch)
    }

    @Test(arguments: ["", "{}", "[]", "{\"items\":{}}", "{\"items\":[{\"id\":1}]}", "{\"unread_item_ids\":\"1,a\"}"])
    func `an answer that is not whole is an error`(body: String) {
        #expect(throws: SyncError.self) { try APIAnswer.feverItems(Array(body.utf8)) }
        #expect(throws: SyncError.self) { try APIAnswer.feverIDs("unread_item_ids", in: Array(body.utf8)) }
        #expect(throws: SyncError.self) { try APIAnswer.names("groups", "title", in: Array(body.utf8)) }
        #expect(throws: SyncError.self) { try APIAnswer.feverFeeds(Array(body.utf8), in: [:]) }
    }
}
