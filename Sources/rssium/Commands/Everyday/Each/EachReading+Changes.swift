internal import FeedCore

/// The keys that change articles. Each is one step of `undo`, and `u` takes it back.
extension EachReading {
    /// Goes on to the next article.
    mutating func goOn(markingRead: Bool, _ screen: inout EachScreen, _ context: borrowing Context) -> Outcome {
        if markingRead, order.deleted[screen.article.id] == nil {
            guard mark([screen.article.id], as: .read, &screen, context) else { return .stay }
        } else {
            steps.append(Step(order: order, top: screen.top, command: nil))
        }
        order.goOn()
        return .leave
    }

    mutating func delete(_ screen: inout EachScreen, _ context: borrowing Context) -> Outcome {
        guard isStored(&screen, context), mark([screen.article.id], as: .deleted, &screen, context) else {
            return .stay
        }
        order.keepDeleted(screen.article)
        order.goOn()
        return .leave
    }

    mutating func star(_ screen: inout EachScreen, _ context: borrowing Context) {
        let isStarred = screen.article.isStarred
        guard isStored(&screen, context),
            mark([screen.article.id], as: isStarred ? .unstarred : .starred, &screen, context)
        else { return }
        screen.article.isStarred.toggle()
    }

    mutating func label(_ screen: inout EachScreen, _ typed: String, _ context: borrowing Context) {
        guard isStored(&screen, context) else { return }
        let id = screen.article.id
        let name: String
        do { name = try NameArgument.label(typed, context.arguments) } catch {
            screen.note = error.message
            return
        }
        var result = Labeling()
        let isStored = change(&screen, context, "not labeled") { store, _ throws(StoreError) in
            result = try store.label([id], name)
            return result.changed > 0
        }
        if !isStored { return }
        if result.changed > 0 { screen.article.labels.append(name) }
        screen.note = result.full.isEmpty ? "labeled \(name)" : StoreError.labelsTooLong(id).message
    }

    /// Marks this article and those of its feed that come later read, and passes them over.
    mutating func markFeed(
        _ screen: inout EachScreen, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> Outcome {
        guard let current = order.current else { return .stay }
        var query = ArticleQuery(state: .all)
        query.feeds = [screen.article.feedID]
        query.articles = order.following
        let rest = try store.articleIDs(of: query)
        query.articles = [current] + rest
        query.state = .unread
        let unread = try store.articleIDs(of: query)
        // The last one marked is the one that was shown last.
        guard mark(unread.filter { $0 != current } + [current], as: .read, &screen, context) else { return .stay }
        order.skip(rest)
        order.goOn()
        show(next: Opening(note: "marked \(count(unread.count, "article")) read"))
        return .leave
    }

    /// Takes the last key back, and shows the article that it was about.
    mutating func undo(_ screen: inout EachScreen, _ context: borrowing Context) -> Outcome {
        guard let step = steps.last else {
            screen.note = "nothing to take back"
            return .stay
        }
        var note = "took back the last key"
        if let command = step.command {
            do {
                let moment = moment(context)
                let store = try context.store(.writing, decidingAt: moment)
                guard try store.undoableCommands(at: moment.timestamp).first == command else {
                    screen.note = "another command has changed something since; see rssium undo list"
                    return .stay
                }
                let undone = try store.undo(at: moment.timestamp)
                note = undone.problems.first ?? "took back \(undone.what.trimmingPrefix(EachReading.name))"
            } catch {
                screen.note = "not taken back: \(ErrorMessage.reason(of: error))"
                return .stay
            }
        }
        steps.removeLast()
        order = step.order
        show(next: Opening(note: note, top: step.top))
        return .leave
    }

    // MARK: Storing

    /// How `undo` names a mark before what it was.
    private static let name = "read --each, "

    /// False for an article that was deleted here or elsewhere, which cannot change.
    private func isStored(_ screen: inout EachScreen, _ context: borrowing Context) -> Bool {
        guard order.deleted[screen.article.id] == nil else {
            screen.note = "it cannot change"
            return false
        }
        do { _ = try context.store(.reading).article(screen.article.id) } catch {
            screen.note = "it cannot change: \(ErrorMessage.reason(of: error))"
            return false
        }
        return true
    }

    private mutating func mark(
        _ articles: [ArticleID], as mark: Mark, _ screen: inout EachScreen, _ context: borrowing Context
    ) -> Bool {
        change(&screen, context, "not marked \(mark.rawValue)") { store, now throws(StoreError) in
            var command = MarkingCommand("\(EachReading.name)\(mark.rawValue)")
            return try store.mark(articles, as: mark, by: &command, at: now) > 0
        }
    }

    /// - Parameter body: changes articles; returns whether any has changed.
    /// - Returns: whether that could be stored; else the bottom line says why.
    private mutating func change(
        _ screen: inout EachScreen, _ context: borrowing Context, _ failure: String,
        _ body: (borrowing Store, Timestamp) throws(StoreError) -> Bool
    ) -> Bool {
        do {
            let moment = moment(context)
            let store = try context.store(.writing, decidingAt: moment)
            let isChanged = try body(store, moment.timestamp)
            let command = isChanged ? try store.undoableCommands(at: moment.timestamp).first : nil
            steps.append(Step(order: order, top: screen.top, command: command))
            return true
        } catch {
            screen.note = "\(failure): \(ErrorMessage.reason(of: error))"
            return false
        }
    }
}
