/// Views as machines share them: each FEED among their filters is its key.
extension Store {
    /// Notes that the chosen views exist, with their filters. One with a feed that was never shared stays here.
    ///
    /// - Parameter kept: the properties of which another machine's decision stays.
    func noteViews(
        where condition: String, _ values: [SQLValue], _ moment: DecisionMoment,
        keeping kept: Set<DecisionProperty> = []
    ) throws(StoreError) {
        for view in try views(where: condition, values) {
            guard let filters = try sharedFilters(of: view) else { continue }
            let key = DecisionKey.view(ExactText(view.name))
            try decide(.on, of: key, to: .bool(true), moment, yields: kept.contains(.on))
            try decide(.filters, of: key, to: .texts(filters), moment, yields: kept.contains(.filters))
        }
    }

    /// As other machines read them. A removed feed is among them as long as it can come back. Nil if one was never shared,
    /// or none is left.
    private func sharedFilters(of view: SavedView) throws(StoreError) -> [String]? {
        var filters: [String] = []
        var hasFeeds: Bool?
        for filter in view.filters {
            var key: FeedKey?
            if case .feed(let id) = filter {
                key = try sharedKey(of: id, orEarlier: true)
                if key == nil { key = try removedKey(of: id) }
                if key == nil, try feed(withID: id) != nil { return nil }
                hasFeeds = hasFeeds == true || key != nil
            }
            if let text = filter.shared(feed: key) { filters.append(text) }
        }
        return hasFeeds == false ? nil : filters
    }

    /// Whether one of its feeds is not shared.
    private func staysHere(_ view: SavedView) throws(StoreError) -> Bool {
        for case .feed(let id) in view.filters where try sharedKey(of: id) == nil {
            if try feed(withID: id) != nil { return true }
        }
        return false
    }

    /// Before a view is removed or renamed: notes that.
    func noteRemoval(ofView name: String, _ moment: DecisionMoment) throws(StoreError) {
        try decide(.on, of: .view(ExactText(name)), to: .bool(false), moment)
    }

    /// Adds and removes views as it was decided elsewhere. A view whose feed is not here yet is added when that comes.
    ///
    /// - Parameter changed: what was decided now. A view that has got a feed that is not shared stays as it is without that.
    func applyViews(
        _ named: [DecisionKey: Decisions], changed: some Collection<DecisionKey>, _ feeds: SharedFeeds
    ) throws(StoreError) {
        let changed = Set(changed)
        var views: [(name: String, isOn: Bool, isChanged: Bool, filters: [String])] = []
        for (key, decisions) in named {
            guard case .view(let name) = key, let isOn = decisions[.on]?.value.bool else { continue }
            views.append((name.text, isOn, changed.contains(key), decisions[.filters]?.value.texts ?? []))
        }
        for view in views {
            let known = try row(named: view.name, in: "view")
            if !view.isChanged, let known = try self.views(where: "view.id = ?", [.number(known)]).first,
                try staysHere(known)
            {
                continue
            }
            guard view.isOn else {
                try database.run("DELETE FROM view WHERE id = ?1", .number(known))
                continue
            }
            // Until its feed is here it keeps the filters that it has.
            let filters = try self.filters(view.filters, feeds, withRemoved: known != nil)
                .map { SQLValue.bytes(ViewFilter.json($0)) }
            if let known {
                try database.run(
                    "UPDATE view SET name = ?2, filters = ifnull(?3, filters) WHERE id = ?1", .integer(known),
                    .string(view.name), filters ?? .null)
            } else if let filters {
                try database.run("INSERT INTO view(name, filters) VALUES (?1, ?2)", .string(view.name), filters)
            }
        }
    }

    /// The filters of a view, without feeds that were removed; nil if another feed is not here, or none is left.
    ///
    /// - Parameter withRemoved: keeps removed feeds that can come back.
    private func filters(
        _ texts: [String], _ feeds: SharedFeeds, withRemoved: Bool
    ) throws(StoreError) -> [ViewFilter]? {
        let keys = texts.map { $0.hasPrefix("--") ? nil : FeedKey(written: $0) }
        var ids: [FeedKey: FeedID] = [:]
        for case let key? in keys {
            ids[key] = try id(of: key, among: feeds)
            if ids[key] == nil, withRemoved { ids[key] = try removedFeed([key]) }
        }
        if let all = ViewFilter.filters(texts, { ids[$0] }) { return all }
        var kept: [String] = []
        for (text, key) in zip(texts, keys) {
            if let key, ids[key] == nil, try decisions(about: .feed(key)).removal != nil { continue }
            kept.append(text)
        }
        let filters = ViewFilter.filters(kept) { ids[$0] }
        return filters?.contains { if case .feed = $0 { true } else { false } } == true ? filters : nil
    }
}
