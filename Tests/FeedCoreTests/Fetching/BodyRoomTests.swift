import Testing

@testable import FeedCore

/// Who may grow, who waits and who goes on.
@Suite struct BodyRoomTests {
    @Test func `while there is room everybody grows`() {
        var room = BodyRoom(limit: 100, hardLimit: 200)
        #expect(room.grow(1, by: 60) == .grow)
        #expect(room.grow(2, by: 40) == .grow)
        #expect(!room.hasWaiting)
    }

    @Test
    func `the first that finds no room has the permit, and what it takes is no matter to the others`() {
        var room = BodyRoom(limit: 100, hardLimit: 200)
        #expect(room.grow(1, by: 100) == .grow)
        #expect(room.grow(2, by: 1) == .grow)
        #expect(room.grow(2, by: 1000) == .grow)
        #expect(room.grow(1, by: 50) == .growAndWait)
        #expect(room.grow(3, by: 50) == .growAndWait)
        #expect(room.grow(3, by: 1) == .giveUp)
    }

    @Test func `the permit goes on in the order in which it was waited for, once it is free`() {
        var room = BodyRoom(limit: 100, hardLimit: 200)
        _ = room.grow(1, by: 100)
        for body in 2...5 as ClosedRange<UInt64> { _ = room.grow(body, by: 1) }
        #expect(room.grantNext() == nil)
        room.leave(2)
        #expect(room.grantNext() == 3)
        #expect(room.grantNext() == nil)
        room.leave(4)
        room.leave(3)
        #expect(room.grantNext() == 5)
        room.leave(5)
        #expect(room.grantNext() == nil)
        #expect(!room.hasWaiting)
    }

    @Test func `nobody passes those who wait`() {
        var room = BodyRoom(limit: 100, hardLimit: 200)
        _ = room.grow(1, by: 100)
        _ = room.grow(2, by: 1)
        _ = room.grow(3, by: 1)
        room.leave(2)
        room.leave(1)
        // There is room again, but somebody has waited longer for the permit.
        #expect(room.grow(4, by: 200) == .giveUp)
        #expect(room.grantNext() == 3)
        #expect(room.grantNext() == nil)
    }

    @Test func `who gives up keeps its place, and who is complete does not need it`() {
        var room = BodyRoom(limit: 100, hardLimit: 200)
        _ = room.grow(1, by: 100)
        _ = room.grow(2, by: 1)
        #expect(room.grow(3, by: 500) == .giveUp)
        _ = room.grow(4, by: 1)
        room.giveUp(3)
        room.stopWaiting(4)
        room.leave(2)
        #expect(room.grantNext() == 3)
        room.leave(3)
        #expect(!room.hasWaiting)
    }

    @Test func `what is given back is room again`() {
        var room = BodyRoom(limit: 100, hardLimit: 200)
        for body in 1...50 as ClosedRange<UInt64> {
            #expect(room.grow(body, by: 100) == .grow)
            room.leave(body)
        }
    }
}
