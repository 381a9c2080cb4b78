/// A label of the user, and how many articles have it.
public struct Label: Hashable, Sendable {
    public let name: String
    public let articles: Int

    /// Of one article.
    public static let maxCount = 64
    /// All labels of one article together, as `size` measures them: other machines read lines of at most 16 KiB.
    static let maxSize = 14_000

    /// The bytes that a label takes in the state file.
    static func size(of name: String) -> Int { DecisionValue.text(name).json.count + 60 }
}

/// The result of putting a label on articles, or of taking it off.
public struct Labeling: Hashable, Sendable {
    /// How many articles changed.
    public var changed = 0
    public var unknown: [ArticleID] = []
    /// Articles that have as many labels as one can have, or as long ones.
    public var full: [ArticleID] = []
    /// What was done, for `undo`.
    var steps: [UndoStep] = []

    public init() {}
}

extension Store {
    /// The labels that articles have, in the order of titles. Other machines may spell one otherwise.
    public func labels() throws(StoreError) -> [Label] {
        try database.rows(
            """
            SELECT min(label), iif(count(*) = 1, articles, (
                SELECT count(DISTINCT article_id) FROM article_label WHERE rssium_folded(label) = folded))
            FROM (SELECT label, rssium_folded(label) AS folded, count(*) AS articles FROM article_label GROUP BY label)
            GROUP BY folded ORDER BY min(label) COLLATE \(Database.titleOrder), min(label)
            """
        ) { Label(name: $0.text(), articles: $0.count()) }
    }

    /// Puts a label on articles. A label that exists in other case is taken as it is spelled there. `undo` can take it back.
    public func label(_ articles: [ArticleID], _ name: String) throws(StoreError) -> Labeling {
        try transaction {
            let result = try putLabel(name, on: articles, beginDeciding())
            try record(result.steps, "label add \(name)", result.changed)
            return result
        }
    }

    /// Takes a label off articles, in any case. Throws `noSuchLabel` if no article has it. `undo` can take it back.
    public func unlabel(_ articles: [ArticleID], _ name: String) throws(StoreError) -> Labeling {
        try transaction {
            var result = Labeling()
            if articles.isEmpty { return result }
            let spellings = try knownSpellings(of: name)
            result.unknown = try articles.filter { try !exists($0) }
            let chosen = [SQLValue.list(articles.map(\.rawValue))]
            let removed = try takeOff(
                spellings, "article_id IN (SELECT value FROM json_each(?))", chosen, beginDeciding())
            result.changed = Set(removed.articles).count
            try record(removed.steps, "label rm \(name)", result.changed)
            return result
        }
    }

    /// Takes a label off all articles, in any case. Returns how many had it. Throws `noSuchLabel`. `undo` can take it back.
    public func removeLabel(_ name: String) throws(StoreError) -> Int {
        try transaction {
            let removed = try takeOff(knownSpellings(of: name), "1", [], beginDeciding())
            let count = Set(removed.articles).count
            try record(removed.steps, "label rm \(name)", count)
            return count
        }
    }

    /// Puts another label in the place of one, in any case, also in rules and views. If articles have the other one
    /// already, the two become one. Returns how many articles had the old one. Throws `noSuchLabel`, and `labelsTooLong` if
    /// an article has no room for the new one. `undo` can take it back.
    public func renameLabel(_ old: String, to new: String) throws(StoreError) -> Int {
        try recordingRows { () throws -> (count: Int, steps: [UndoStep]) in
            let spellings = try knownSpellings(of: old)
            if spellings == [new] { return (0, []) }
            let moment = try beginDeciding()
            let removed = try takeOff(spellings, "1", [], moment)
            let articles = Set(removed.articles).sorted().map(ArticleID.init(rawValue:))
            let label = try self.spellings(of: new).first ?? new
            let labeling = try putLabel(label, on: articles, moment)
            if let full = labeling.full.first { throw StoreError.labelsTooLong(full) }
            try renameLabelInRules(from: old, to: label, moment)
            try renameInViews("label", from: old, to: label, moment)
            return (articles.count, removed.steps + labeling.steps)
        } labels: {
            $0.steps
        } what: {
            "label rename \(old) \(new): \(UndoRecording.count($0.count, "article"))"
        }.count
    }

    /// Within a transaction: puts a label on articles that do not have it.
    ///
    /// - Parameter isAutomatic: a rule decided, not the user.
    func putLabel(
        _ name: String, on articles: [ArticleID], isAutomatic: Bool = false, _ moment: DecisionMoment
    ) throws(StoreError) -> Labeling {
        let name = String(CanonicalForm.composed(name))
        let spellings = try spellings(of: name)
        let label = spellings.first { $0 == name } ?? spellings.first ?? name
        var result = Labeling()
        var changed: [Int64] = []
        for article in articles {
            guard try exists(article) else {
                result.unknown.append(article)
                continue
            }
            let labels = try database.rows(
                "SELECT label FROM article_label WHERE article_id = ?1", [.id(article)]
            ) { $0.text() }
            if labels.contains(where: { $0 == label || spellings.contains($0) }) { continue }
            let size = (labels + [label]).reduce(0) { $0 + Label.size(of: $1) }
            if labels.count < Label.maxCount, size <= Label.maxSize {
                changed.append(article.rawValue)
            } else {
                result.full.append(article)
            }
        }
        result.changed = changed.count
        result.steps = try change(label, of: changed, isOn: true, isAutomatic: isAutomatic, moment)
        return result
    }

    /// Within a transaction: takes a label, in these spellings, off the chosen articles. Returns an article for each spelling
    /// that it had.
    func takeOff(
        _ spellings: [String], _ condition: String, _ values: [SQLValue], _ moment: DecisionMoment
    ) throws(StoreError) -> (articles: [Int64], steps: [UndoStep]) {
        var removed: (articles: [Int64], steps: [UndoStep]) = ([], [])
        for label in spellings {
            let articles = try database.rows(
                "SELECT article_id FROM article_label WHERE \(condition) AND label = ?", values + [.string(label)]
            ) { $0.number() }
            removed.articles += articles
            removed.steps += try change(label, of: articles, isOn: false, moment)
        }
        return removed
    }

    /// Within a transaction: decides whether articles have a label, and sets it.
    func change(
        _ label: String, of articles: [Int64], isOn: Bool, isAutomatic: Bool = false, _ moment: DecisionMoment
    ) throws(StoreError) -> [UndoStep] {
        let property = DecisionProperty.label(label)
        var steps: [UndoStep] = []
        for list in Store.lists(of: articles) {
            try decide(property, isOn, where: Store.isInList, [list], moment, isAutomatic: isAutomatic)
            let setting =
                isOn
                ? "INSERT OR IGNORE INTO article_label(article_id, label) SELECT value, ?1 FROM json_each(?2)"
                : "DELETE FROM article_label WHERE label = ?1 AND article_id IN (SELECT value FROM json_each(?2))"
            try database.run(setting, .string(label), list)
            steps += try database.rows(
                """
                SELECT json_group_array(id),
                    ifnull((SELECT max(time) FROM decision WHERE article_id = article.id AND property = ?1), ?3) AS decided
                FROM article WHERE id IN (SELECT value FROM json_each(?2)) GROUP BY decided
                """, [.string(property.name.text), list, .integer(moment.time.milliseconds)]
            ) { .labeled(label, isOn: isOn, MarkedArticles(list: $0.text(), decided: $0.number())) }
        }
        return steps
    }

    /// The label as articles have it: several times where other machines wrote it in other case.
    func spellings(of name: String) throws(StoreError) -> [String] {
        let key = name.foldedName
        return try database.rows(Store.labelNames) { $0.text() }.filter { $0.foldedName == key }
    }

    /// The same of a label that articles have. Throws `noSuchLabel`.
    private func knownSpellings(of name: String) throws(StoreError) -> [String] {
        let spellings = try spellings(of: name)
        if spellings.isEmpty { throw .noSuchLabel(name) }
        return spellings
    }

    /// Each label once, by as many steps through the index as there are labels, however many articles have them.
    static let labelNames = """
        WITH RECURSIVE name(label) AS (
            SELECT min(label) FROM article_label
            UNION ALL
            SELECT (SELECT min(label) FROM article_label WHERE label > name.label)
            FROM name WHERE name.label IS NOT NULL)
        SELECT label FROM name WHERE label IS NOT NULL
        """

    /// The labels of the row's article, separated as in `PackedText`, as SQL.
    static let labelsOfArticle = """
        (SELECT group_concat(label, char(31)) FROM (
            SELECT min(label) AS label FROM article_label
            WHERE article_id = article.id GROUP BY rssium_folded(label) ORDER BY 1))
        """
}
