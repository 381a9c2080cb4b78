/// What a body has of the room that all bodies share. It is given back when nobody holds it any more: whoever wants the
/// memory to stay counted until a body is stored keeps this as long.
final class BodyShare: Sendable {
    private let id: BodyRoom.Body
    private let room: Locked<BodyRoom>
    private let whenGone: @Sendable (Gone) -> Void

    /// What is to be known of a body that is gone.
    struct Gone: Sendable {
        let hadPermit: Bool
        let isAwaited: Bool
    }

    init(_ id: BodyRoom.Body, of room: Locked<BodyRoom>, whenGone: @escaping @Sendable (Gone) -> Void) {
        self.id = id
        self.room = room
        self.whenGone = whenGone
    }

    deinit {
        let id = id
        whenGone(
            room.withLock { room in
                let hadPermit = room.hasPermit(id)
                room.leave(id)
                return Gone(hadPermit: hadPermit, isAwaited: room.hasWaiting)
            })
    }

    func grow(by count: Int) -> BodyRoom.Answer { room.withLock { $0.grow(id, by: count) } }

    /// The body's bytes are gone; its place in the line stays.
    func giveUp() { room.withLock { $0.giveUp(id) } }

    /// The body has all its bytes.
    func complete() { room.withLock { $0.stopWaiting(id) } }
}
