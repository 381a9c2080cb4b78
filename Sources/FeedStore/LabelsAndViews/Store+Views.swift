/// A saved choice of articles.
public struct SavedView: Hashable, Sendable {
    public let name: String
    public let filters: [ViewFilter]

    public init(name: String, filters: [ViewFilter]) {
        self.name = name
        self.filters = filters
    }

    fileprivate var json: [UInt8] { ViewFilter.json(filters) }

    /// The filters as the arguments of `list`: a feed is its id.
    public var words: [String] { filters.flatMap(\.words) }

    /// Of all filters together, in bytes: a line of the state file has at most 16 KiB.
    public static let maxBytes = 12_000
    public var isTooLong: Bool { words.reduce(0) { $0 + $1.utf8.count } > SavedView.maxBytes }
}

extension Store {
    /// The views, in the order of their names.
    public func views() throws(StoreError) -> [SavedView] {
        try views(where: "1", [])
    }

    /// The view of this name, case-insensitive; nil if it does not exist.
    public func view(named name: String) throws(StoreError) -> SavedView? {
        guard let id = try row(named: name, in: "view") else { return nil }
        return try views(where: "view.id = ?", [.integer(id)]).first
    }

    /// Saves a view. Throws `viewExists`. `undo` can take it back.
    public func add(_ view: SavedView) throws(StoreError) {
        try recordingRows {
            if let known = try self.view(named: view.name) { throw StoreError.viewExists(known.name) }
            try insert(view, beginDeciding())
        } what: {
            "view add: \(view.name)"
        }
    }

    /// Saves views of other names than those that exist. `undo` can take it back in one step.
    public func add(_ views: [SavedView]) throws(StoreError) {
        guard !views.isEmpty else { return }
        try recordingRows {
            let moment = try beginDeciding()
            for view in views { try insert(view, moment) }
        } what: {
            "import: \(UndoRecording.count(views.count, "view"))"
        }
    }

    private func insert(_ view: SavedView, _ moment: DecisionMoment) throws(StoreError) {
        try database.run("INSERT INTO view(name, filters) VALUES (?1, ?2)", .string(view.name), .bytes(view.json))
        try noteViews(where: "view.name = ?", [.string(view.name)], moment)
    }

    /// Replaces a view by another one, which may have another name. Throws `noSuchView` and `viewExists`. `undo` can take
    /// it back.
    public func replaceView(named name: String, by view: SavedView) throws(StoreError) {
        try recordingRows {
            guard let known = try self.view(named: name) else { throw StoreError.noSuchView(name) }
            if let other = try self.view(named: view.name), other.name != known.name {
                throw StoreError.viewExists(other.name)
            }
            let moment = try beginDeciding()
            if view.name != known.name { try noteRemoval(ofView: known.name, moment) }
            try database.run(
                "UPDATE view SET name = ?2, filters = ?3 WHERE name = ?1", .string(known.name), .string(view.name),
                .bytes(view.json))
            try noteViews(where: "view.name = ?", [.string(view.name)], moment)
        } what: {
            "view edit: \(view.name)"
        }
    }

    /// Removes a view. Throws `noSuchView`. `undo` can take it back.
    public func removeView(named name: String) throws(StoreError) {
        try recordingRows {
            guard let known = try self.view(named: name) else { throw StoreError.noSuchView(name) }
            try noteRemoval(ofView: known.name, beginDeciding())
            try database.run("DELETE FROM view WHERE name = ?1", .string(known.name))
            return known.name
        } what: {
            "view rm: \($0)"
        }
    }

    /// Within a transaction: views with this value of an option, in any case, get another one.
    func renameInViews(_ option: String, from old: String, to new: String, _ moment: DecisionMoment) throws(StoreError)
    {
        let key = old.foldedName
        for view in try views() {
            let filters = view.filters.map { filter in
                guard case .option(let name, let value) = filter, name == option, value.foldedName == key else {
                    return filter
                }
                return ViewFilter.option(option, value: new)
            }
            guard filters != view.filters else { continue }
            try database.run(
                "UPDATE view SET filters = ?2 WHERE name = ?1", .string(view.name),
                .bytes(SavedView(name: view.name, filters: filters).json))
            try noteViews(where: "view.name = ?", [.string(view.name)], moment)
        }
    }

    func views(where condition: String, _ values: [SQLValue]) throws(StoreError) -> [SavedView] {
        let rows = try database.rows(
            """
            SELECT view.name, \(ViewFilter.columns(of: "filter")) FROM view LEFT JOIN json_each(view.filters) AS filter
            WHERE \(condition)
            ORDER BY view.name COLLATE \(Database.titleOrder), view.name, filter.id
            """, values
        ) { (name: $0.text(), filter: ViewFilter(&$0)) }
        var views: [SavedView] = []
        for row in rows {
            var filters: [ViewFilter] = []
            if let last = views.last, last.name == row.name { filters = views.removeLast().filters }
            if let filter = row.filter { filters.append(filter) }
            views.append(SavedView(name: row.name, filters: filters))
        }
        return views
    }
}
