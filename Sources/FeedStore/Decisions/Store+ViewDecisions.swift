/// Views as machines share them: each FEED among their filters is its key.
extension Store {
    /// Notes that the chosen views exist, with their filters. One with a feed that is not shared stays here.
    func noteViews(
        where condition: String, _ values: [SQLValue], _ moment: DecisionMoment
    ) throws(StoreError) {
        for view in try views(where: condition, values) {
            var filters: [String] = []
            for filter in view.filters {
                var key: FeedKey?
                if case .feed(let id) = filter { key = try sharedKey(of: id) }
                if let text = filter.shared(feed: key) { filters.append(text) }
            }
            guard filters.count == view.filters.count else { continue }
            let key = DecisionKey.view(ExactText(view.name))
            try decide(.on, of: key, to: .bool(true), moment)
            try decide(.filters, of: key, to: .texts(filters), moment)
        }
    }

    /// Before a view is removed or renamed: notes that.
    func noteRemoval(ofView name: String, _ moment: DecisionMoment) throws(StoreError) {
        try decide(.on, of: .view(ExactText(name)), to: .bool(false), moment)
    }

    /// Adds and removes views as it was decided elsewhere. A view whose feed is not here yet is added when that comes.
    ///
    /// - Parameter changed: what was decided now. A view that has got a feed that is not shared stays as it is without that.
    func applyViews(
        _ named: [DecisionKey: Decisions], changed: some Collection<DecisionKey>, _ id: (FeedKey) -> FeedID?
    ) throws(StoreError) {
        let changed = Set(changed)
        var views: [(name: String, isOn: Bool, isChanged: Bool, filters: [String])] = []
        for (key, decisions) in named {
            guard case .view(let name) = key, let isOn = decisions[.on]?.value.bool else { continue }
            views.append((name.text, isOn, changed.contains(key), decisions[.filters]?.value.texts ?? []))
        }
        for view in views {
            let known = try row(named: view.name, in: "view")
            if !view.isChanged, let known, try staysHere(view: known) { continue }
            guard view.isOn else {
                try database.run("DELETE FROM view WHERE id = ?1", .number(known))
                continue
            }
            // Until its feed is here it keeps the filters that it has.
            let filters = ViewFilter.filters(view.filters, id).map { SQLValue.bytes(ViewFilter.json($0)) }
            if let known {
                try database.run(
                    "UPDATE view SET name = ?2, filters = ifnull(?3, filters) WHERE id = ?1", .integer(known),
                    .string(view.name), filters ?? .null)
            } else if let filters {
                try database.run("INSERT INTO view(name, filters) VALUES (?1, ?2)", .string(view.name), filters)
            }
        }
    }

    /// Whether one of its feeds is not shared.
    private func staysHere(view: Int64) throws(StoreError) -> Bool {
        for view in try views(where: "view.id = ?", [.integer(view)]) {
            for case .feed(let feed) in view.filters where try sharedKey(of: feed) == nil { return true }
        }
        return false
    }
}
