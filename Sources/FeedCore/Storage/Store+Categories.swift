extension Store {
    /// The categories in their order, with how many feeds and unread articles each holds.
    public func categories() throws(StoreError) -> [Category] {
        try translating {
            let statement = try database.prepare(
                """
                SELECT category.id, category.name, category.color, category.position, count(feed.id),
                    ifnull(sum(feed.unread), 0)
                FROM category
                LEFT JOIN feed ON feed.category_id = category.id
                GROUP BY category.id
                ORDER BY category.position, category.id
                """)
            var categories: [Category] = []
            while try statement.step() {
                categories.append(
                    Category(
                        id: CategoryID(rawValue: statement.number(0)), name: statement.text(1),
                        color: statement.optionalText(2), position: Int(statement.number(3)),
                        feeds: Int(statement.number(4)), unread: Int(statement.number(5))))
            }
            return categories
        }
    }

    /// The category of this name, upper and lower case alike. Throws `noSuchCategory`.
    public func category(named name: String) throws(StoreError) -> Category {
        let key = name.lowercased()
        guard let found = try categories().first(where: { $0.name.lowercased() == key }) else {
            throw .noSuchCategory(name)
        }
        return found
    }

    /// Makes a category, the last one. Throws `categoryExists`.
    @discardableResult
    public func addCategory(named name: String, color: String? = nil) throws(StoreError) -> CategoryID {
        try change {
            do {
                try database.run(
                    """
                    INSERT INTO category(name, color, position)
                    VALUES (?1, ?2, (SELECT ifnull(max(position), 0) + 1 FROM category))
                    """, .string(name), .text(color))
            } catch let error as DatabaseError where error.isConstraintViolation {
                throw StoreError.categoryExists(name)
            }
            return CategoryID(rawValue: database.lastInsertedRow)
        }
    }

    /// Removes a category; its feeds stay, without one.
    public func removeCategory(_ id: CategoryID) throws(StoreError) {
        try change { _ = try database.run("DELETE FROM category WHERE id = ?1", .id(id)) }
    }

    /// Within a change: the category of this name, made where it is missing.
    func makeCategory(named name: String) throws -> (id: CategoryID, isNew: Bool) {
        if let id = try database.number("SELECT id FROM category WHERE name = ?1", .string(name)) {
            return (CategoryID(rawValue: id), false)
        }
        try database.run(
            "INSERT INTO category(name, position) VALUES (?1, (SELECT ifnull(max(position), 0) + 1 FROM category))",
            .string(name))
        return (CategoryID(rawValue: database.lastInsertedRow), true)
    }
}
