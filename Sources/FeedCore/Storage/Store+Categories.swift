extension Store {
    /// The categories in their order, with the counts of their feeds and unread articles.
    public func categories() throws(StoreError) -> [Category] {
        try translating {
            try database.rows(
                """
                SELECT category.id, category.name, category.color, category.position, count(feed.id),
                    ifnull(sum(feed.unread), 0)
                FROM category
                LEFT JOIN feed ON feed.category_id = category.id
                GROUP BY category.id
                ORDER BY category.position, category.id
                """
            ) {
                Category(
                    id: CategoryID(rawValue: $0.number()), name: $0.text(), color: $0.optionalText(),
                    position: $0.count(), feeds: $0.count(), unread: $0.count())
            }
        }
    }

    /// The category of this name, case-insensitive. Throws `noSuchCategory`.
    public func category(named name: String) throws(StoreError) -> Category {
        let key = name.lowercased()
        guard let found = try categories().first(where: { $0.name.lowercased() == key }) else {
            throw .noSuchCategory(name)
        }
        return found
    }

    /// Adds a category at the end. Throws `categoryExists`.
    @discardableResult
    public func addCategory(named name: String, color: String? = nil) throws(StoreError) -> CategoryID {
        try transaction {
            guard try categoryID(named: name) == nil else { throw StoreError.categoryExists(name) }
            return try insertCategory(named: name, color: color)
        }
    }

    /// Changes a category. Throws `categoryExists` if another category has the new name.
    public func edit(_ id: CategoryID, _ edit: CategoryEdit) throws(StoreError) {
        try transaction {
            if let name = edit.name {
                if let other = try categoryID(named: name), other != id { throw StoreError.categoryExists(name) }
                try database.run("UPDATE category SET name = ?2 WHERE id = ?1", .id(id), .string(name))
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
            }
        }
    }

    /// Removes a category; its feeds stay, without a category.
    public func removeCategory(_ id: CategoryID) throws(StoreError) {
        try transaction {
            try noteMoves(ofFeedsIn: id, to: nil)
            try database.run("DELETE FROM category WHERE id = ?1", .id(id))
            try savePositions(try categoryOrder())
        }
    }

    /// Within a transaction: the category of this name, added if it is missing.
    func makeCategory(named name: String, color: String? = nil) throws -> (id: CategoryID, isNew: Bool) {
        if let id = try categoryID(named: name) { return (id, false) }
        return (try insertCategory(named: name, color: color), true)
    }

    private func insertCategory(named name: String, color: String?) throws -> CategoryID {
        try database.run(
            """
            INSERT INTO category(name, color, position)
            VALUES (?1, ?2, (SELECT ifnull(max(position), 0) + 1 FROM category))
            """, .string(name), .text(color))
        return CategoryID(rawValue: database.lastInsertedRow)
    }

    /// Case-insensitive. SQLite folds only the letters of ASCII, so other names are compared here.
    private func categoryID(named name: String) throws -> CategoryID? {
        if let id = try database.number("SELECT id FROM category WHERE name = ?1", .string(name)) {
            return CategoryID(rawValue: id)
        }
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let key = name.lowercased()
        return try database.rows("SELECT id, name FROM category") { (CategoryID(rawValue: $0.number()), $0.text()) }
            .first { $0.1.lowercased() == key }?.0
    }

    private func categoryOrder() throws -> [CategoryID] {
        try database.rows("SELECT id FROM category ORDER BY position, id") { CategoryID(rawValue: $0.number()) }
    }

    /// Saves the positions, from 1 without a gap.
    private func savePositions(_ order: [CategoryID]) throws {
        for (place, id) in order.enumerated() {
            try database.run(
                "UPDATE category SET position = ?2 WHERE id = ?1 AND position <> ?2", .id(id),
                .integer(Int64(place + 1)))
        }
    }
}
