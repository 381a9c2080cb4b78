/// The differences between the servers.
extension Account.Kind {
    /// A title or a name of a folder as plain text. FreshRSS writes some characters as full-width ones.
    func title(_ text: String) -> String? {
        SingleLineText.clean(self == .freshRSS ? Account.Kind.narrowed(text, Account.Kind.widened) : text)
    }

    /// The name of a folder. FreshRSS has one for the feeds without a folder, named in the language of its user.
    func folder(_ text: String) -> String? {
        title(text).flatMap { self == .freshRSS && Account.Kind.noFolder.contains($0) ? nil : $0 }
    }

    private static let noFolder: Set<String> = [
        "Uncategorized", "Unkategorisiert", "Sans catégorie", "Sin categorizar", "Senza categoria", "Sem categoria",
        "Niet ingedeeld", "Nezařazeno", "Bez kategórie", "Brak kategorii", "Без категории", "Kategória nélküli",
        "Kategorisiz", "Neklasificēts", "Pas triat", "دسته بندی نشده", "ללא קטגוריה", "未分类", "未分類", "분류 없음",
    ]

    /// The title or text of an article, of which FreshRSS changes fewer characters.
    func articleTitle(_ text: String) -> String? {
        guard self == .freshRSS else { return SingleLineText.title(text) }
        return SingleLineText.clean(Account.Kind.narrowed(text, Account.Kind.widenedInArticles))
    }

    /// The text with characters that FreshRSS has widened as what they were.
    private static func narrowed(_ text: String, _ widened: [Unicode.Scalar: Unicode.Scalar]) -> String {
        // All of them are in one block, whose first byte is EF.
        guard text.utf8.contains(0xEF) else { return text }
        var narrow = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { narrow.append(widened[scalar] ?? scalar) }
        return String(narrow)
    }

    private static let widenedInArticles: [Unicode.Scalar: Unicode.Scalar] = ["＆": "&", "＜": "<", "＞": ">"]
    private static let widened: [Unicode.Scalar: Unicode.Scalar] = widenedInArticles.merging([
        "？": "?", "＼": "\\", "／": "/", "，": ",", "；": ";",
    ]) { $1 }

    /// The kind of a server by its base, its sign-in and its write token.
    init(of base: WebAddress, signIn: String, writeToken: String?) {
        let host = base.host
        func isAt(_ name: String) -> Bool { host == name || host.hasSuffix("." + name) }
        self =
            if isAt("theoldreader.com") {
                .theOldReader
            } else if isAt("bazqux.com") {
                .bazQux
            } else if isAt("inoreader.com") {
                .inoreader
            } else if base.path.hasSuffix("greader.php") || writeToken?.utf8.count == 57 {
                // FreshRSS fills its token up to 57 characters.
                .freshRSS
            } else if writeToken == signIn {
                .miniflux
            } else {
                .googleReader
            }
    }
}
