extension Store {
    /// The categories in their order, with the counts of their feeds and unread articles.
    public func categories() throws(StoreError) -> [Category] {
        try database.rows(
            """
            SELECT category.id, category.name, category.color,
                row_number() OVER (ORDER BY category.position, category.name, category.id), count(feed.id),
                ifnull(sum(feed.unread), 0)
            FROM category
            LEFT JOIN feed ON feed.category_id = category.id
            GROUP BY category.id
            ORDER BY category.position, category.name, category.id
            """
        ) {
            Category(
                id: CategoryID(rawValue: $0.number()), name: $0.text(), color: $0.optionalText(),
                position: $0.count(), feeds: $0.count(), unread: $0.count())
        }
    }

    /// The category of this name, case-insensitive. Throws `noSuchCategory`.
    public func category(named name: String) throws(StoreError) -> Category {
        let key = name.foldedName
        guard let found = try categories().first(where: { $0.name.foldedName == key }) else {
            throw .noSuchCategory(name)
        }
        return found
    }

    /// Adds a category at the end. Throws `categoryExists`. `undo` can take it back.
    @discardableResult
    public func addCategory(named name: String, color: String? = nil) throws(StoreError) -> CategoryID {
        try recordingRows {
            guard try categoryID(named: name) == nil else { throw StoreError.categoryExists(name) }
            return try insertCategory(named: name, color: color)
        } what: { _ in
            "category add: \(name)"
        }
    }

    /// Changes a category. Throws `categoryExists` if another category has the new name. `undo` can take it back.
    public func edit(_ id: CategoryID, _ edit: CategoryEdit) throws(StoreError) {
        try recordingRows {
            try save(edit, of: id)
        } what: {
            "category edit: \(try name(of: id))"
        }
    }

    private func name(of id: CategoryID) throws(StoreError) -> String {
        try database.firstRow("SELECT name FROM category WHERE id = ?1", [.id(id)]) { $0.text() } ?? ""
    }

    private func save(_ edit: CategoryEdit, of id: CategoryID) throws(StoreError) {
        let moment = try beginDeciding()
        if let name = edit.name {
            if let other = try categoryID(named: name), other != id { throw StoreError.categoryExists(name) }
            if let old = try categories().first(where: { $0.id == id }) {
                try renameInViews("category", from: old.name, to: name, moment)
            }
            try noteRemoval(of: id, moment)
            try database.run("UPDATE category SET name = ?2 WHERE id = ?1", .id(id), .string(name))
            try noteRules(where: "rule.category_id = ?1", .id(id), moment)
            for feed in try feeds(in: id) { try noteFeed(feed, moment, .chosen([.category])) }
            // Not by the server's own call, which some servers answer with `OK` and do not do.
            try noteMoves(ofFeedsIn: id, to: name)
        }
        if let color = edit.color {
            try database.run("UPDATE category SET color = ?2 WHERE id = ?1", .id(id), .text(color.text))
        }
        if let position = edit.position {
            var order = try categoryOrder().filter { $0 != id }
            order.insert(id, at: min(max(position - 1, 0), order.count))
            try savePositions(order)
            // Of all: another machine may have others at these positions.
            for category in order { try noteCategory(category, moment, choosing: [.position]) }
        }
        // Other machines know nothing of the new name, nor where it stands.
        let color: Set<DecisionProperty> = edit.color == nil ? [] : [.color]
        try noteCategory(id, moment, choosing: edit.name == nil ? color : [.color, .position])
    }

    /// Removes a category; its feeds stay, without a category. `undo` can take it back.
    public func removeCategory(_ id: CategoryID) throws(StoreError) {
        try recordingRows {
            let name = try name(of: id)
            let moment = try beginDeciding()
            try noteRemoval(of: id, moment)
            let feeds = try feeds(in: id)
            try noteMoves(ofFeedsIn: id, to: nil)
            try database.run("DELETE FROM category WHERE id = ?1", .id(id))
            for feed in feeds { try noteFeed(feed, moment, .chosen([.category])) }
            return name
        } what: {
            "category rm: \($0)"
        }
    }

    /// Within a transaction: the category of this name, added if it is missing.
    func makeCategory(named name: String) throws(StoreError) -> CategoryID {
        if let id = try categoryID(named: name) { return id }
        return try insertCategory(named: name, color: nil)
    }

    /// Within a transaction: adds those of these categories that are missing. To look for each by itself would take long
    /// where there are thousands, because SQLite folds only the letters of ASCII.
    package func makeCategories(named names: [String]) throws(StoreError) {
        if names.isEmpty { return }
        var known = try foldedCategories()
        for name in names where known.insert(name.foldedName).inserted {
            _ = try insertCategory(named: name, color: nil)
        }
    }

    /// The folded names of all categories.
    func foldedCategories() throws(StoreError) -> Set<String> {
        Set(try database.rows("SELECT name FROM category") { $0.text().foldedName })
    }

    /// Within a transaction: adds a category whose name is known to be new, at the end.
    func insertCategory(named name: String, color: String?) throws(StoreError) -> CategoryID {
        let id = try insertRow(ofCategory: name, color: color)
        // Another machine may still have a category of this name, at another position.
        let alias = DecisionKey.category(ExactText(name)).alias ?? ""
        let isKnown = try database.holds("SELECT 1 FROM decision WHERE alias = ?1", .string(alias))
        try noteCategory(id, beginDeciding(), choosing: isKnown ? [.color, .position] : [.color])
        return id
    }

    /// Within a transaction: the category of this name, added if it is missing. Nothing is decided by it.
    func categoryRow(named name: String) throws(StoreError) -> CategoryID {
        if let id = try categoryID(named: name) { return id }
        return try insertRow(ofCategory: name, color: nil)
    }

    /// The same. Nothing is decided by it.
    func insertRow(ofCategory name: String, color: String?) throws(StoreError) -> CategoryID {
        try database.run(
            """
            INSERT INTO category(name, color, position)
            VALUES (?1, ?2, (SELECT ifnull(max(position), 0) + 1 FROM category))
            """, .string(name), .text(color))
        return CategoryID(rawValue: database.lastInsertedRow)
    }

    /// Case-insensitive.
    package func categoryID(named name: String) throws(StoreError) -> CategoryID? {
        try row(named: name, in: "category").map(CategoryID.init)
    }

    /// The row of a table with a name that is the same. SQLite folds only the letters of ASCII, so other names are compared
    /// here.
    func row(named name: String, in table: String) throws(StoreError) -> Int64? {
        if let id = try database.number("SELECT id FROM \(table) WHERE name = ?1", .string(name)) { return id }
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let key = name.foldedName
        return try database.rows("SELECT id, name FROM \(table)") { (id: $0.number(), name: $0.text()) }
            .first { $0.name.foldedName == key }?.id
    }

    private func categoryOrder() throws(StoreError) -> [CategoryID] {
        try database.rows("SELECT id FROM category ORDER BY position, name, id") { CategoryID(rawValue: $0.number()) }
    }

    /// Saves the positions, from 1 without a gap.
    private func savePositions(_ order: [CategoryID]) throws(StoreError) {
        for (index, id) in order.enumerated() {
            try database.run("UPDATE category SET position = ?2 WHERE id = ?1", .id(id), .number(index + 1))
        }
    }

    func feeds(in category: CategoryID) throws(StoreError) -> [FeedID] {
        try database.rows("SELECT id FROM feed WHERE category_id = ?1", [.id(category)]) {
            FeedID(rawValue: $0.number())
        }
    }
}
