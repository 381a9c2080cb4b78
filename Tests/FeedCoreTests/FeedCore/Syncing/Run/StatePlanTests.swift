import Testing

@testable import FeedCore
@testable import FeedStore

/// What the server's lists mean for one article.
@Suite struct StatePlanTests {
    private static let id = RemoteID("17")

    private func item(
        read isRead: Bool = false, starred isStarred: Bool = false, missing: Int64 = 0, gone isGone: Bool = false
    ) -> RemoteItem {
        RemoteItem(
            id: StatePlanTests.id, article: ArticleID(rawValue: 1), isRead: isRead, isStarred: isStarred,
            missing: missing, isGone: isGone)
    }

    private func mark(_ value: PendingMark.Value, _ sequence: Int64 = 1) -> PendingMark {
        PendingMark(id: StatePlanTests.id, change: PendingMark.Change(value), sequence: sequence)
    }

    private func plan(
        unread isUnread: Bool = false, starred isStarred: Bool = false, whole isWhole: Bool = true,
        sent: [PendingMark] = [], evidence: [RemoteID: StatePlan.Evidence] = [:]
    ) -> StatePlan {
        let lists = ServerLists(
            unread: isUnread ? [StatePlanTests.id] : [], isUnreadWhole: isWhole,
            starred: isStarred ? [StatePlanTests.id] : [])
        return StatePlan(lists: lists, lastMark: 5, sent: Set(sent), evidence: evidence)
    }

    @Test func `what waits wins, and is confirmed when the list shows it`() {
        // Another client has read it and put it back.
        let against = plan(unread: true).settle(item(read: true), [mark(.read)])
        #expect(against?.set == [] && against?.confirmed == [] && against?.item.isRead == false)
        let shown = plan().settle(item(), [mark(.read)])
        #expect(shown?.set == [] && shown?.confirmed == [mark(.read)] && shown?.item.isRead == true)
    }

    @Test func `the lists say nothing about a mark that was made after they were asked for`() {
        let later = plan().settle(item(), [mark(.read, 6)])
        #expect(later?.confirmed == [] && later?.set == [] && later?.item.isRead == true)
        #expect(plan(unread: true, sent: [mark(.read, 6)]).settle(item(), [mark(.read, 6)]) == nil)
    }

    @Test func `an article that is missing from several pages counts as read only at the second time`() {
        let first = plan(whole: false).settle(item(), [])
        #expect(first?.set == [] && first?.item.isRead == false && first?.item.missing == 1)
        let second = plan(whole: false).settle(item(missing: 1), [])
        #expect(second?.set == [PendingMark.Change(.read)] && second?.item.isRead == true && second?.item.missing == 0)
        let back = plan(unread: true, whole: false).settle(item(missing: 1), [])
        #expect(back?.set == [] && back?.item.missing == 0)
        // Else a page that lost it would confirm a mark, and the article would come back unread.
        let waiting = plan(whole: false, sent: [mark(.read)]).settle(item(), [mark(.read)])
        #expect(waiting?.confirmed == [] && waiting?.unconfirmed == [mark(.read)])
    }

    @Test func `a star goes only when the server shows the article without it`() {
        let starred = item(read: true, starred: true)
        #expect(plan().lists.needsEvidence(starred, []))
        #expect(!plan().lists.needsEvidence(starred, [mark(.unstarred)]))
        #expect(!plan(starred: true).lists.needsEvidence(starred, []))
        #expect(plan().settle(starred, []) == nil)
        let shown = plan(evidence: [StatePlanTests.id: .shown(isStarred: false)]).settle(starred, [])
        #expect(shown?.set == [PendingMark.Change(.unstarred)] && shown?.item.isStarred == false)
        let purged = plan(evidence: [StatePlanTests.id: .missing]).settle(starred, [])
        #expect(purged?.set == [] && purged?.item.isStarred == true && purged?.item.isGone == true)
        let gone = item(read: true, starred: true, gone: true)
        #expect(!plan().lists.needsEvidence(gone, []) && plan().settle(gone, []) == nil)
        #expect(plan(starred: true).settle(gone, [])?.item.isGone == false)
    }

    @Test func `a star that was taken away here is confirmed by its absence`() {
        let decision = plan(sent: [mark(.unstarred)]).settle(item(read: true, starred: true), [mark(.unstarred)])
        #expect(decision?.confirmed == [mark(.unstarred)] && decision?.item.isStarred == false)
    }

    @Test func `an article that was fetched after the lists keeps its state`() {
        var plan = plan()
        plan.fetched = [StatePlanTests.id]
        #expect(plan.settle(item(starred: true), []) == nil)
    }

    @Test func `read and starred do not depend on each other`() {
        let decision = plan(starred: true).settle(item(), [mark(.starred)])
        #expect(decision?.set == [PendingMark.Change(.read)] && decision?.confirmed == [mark(.starred)])
    }
}
