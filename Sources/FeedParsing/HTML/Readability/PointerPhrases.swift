/// Knows the words that begin a line which leads away from an article: to other articles, to a subscription, to a social
/// network.
enum PointerPhrases {
    /// Whether a short line begins so.
    ///
    /// - Parameters:
    ///   - hasLink: it holds a link. Without one, only a heading or a line that ends in a colon leads on.
    ///   - isMostlyLinks: at least half of it is links.
    static func begin(_ line: String, hasLink: Bool, isMostlyLinks: Bool, isHeading: Bool) -> Bool {
        let start = line.drop { !$0.isLetter && !$0.isNumber }
        let kinds = kinds(at: start)
        if kinds.isEmpty { return false }
        let first = start.prefix { $0.isLetter }.lowercased()
        if kinds.contains(.advertisement), start.count < 20, advertisements.contains(first) { return true }
        if kinds.contains(.notice), start.count < 200 { return true }
        if isHeading, kinds.contains(.section), sections.contains(PageLetters.of(line)) { return true }
        let mayLead = hasLink || isHeading || line.utf8.last == UInt8(ascii: ":")
        if mayLead, kinds.contains(.more) { return true }
        if isMostlyLinks, kinds.contains(.tag) { return true }
        // A sentence of an article may begin so, too.
        if !isHeading, hasLink, kinds.contains(.offer), isMostlyLinks || start.count < shortOffer { return true }
        guard kinds.contains(.invitation) else { return false }
        let text = start.lowercased()
        if instructions.contains(where: text.hasPrefix) { return false }
        // A sentence of an article may name one of them, too.
        let limit = text.hasBytes("google news") ? 200 : 100
        return networks.count { text.hasBytes($0) } >= (isMostlyLinks || hasLink && start.count < limit ? 1 : 2)
    }

    // MARK: Phrases by their first letters

    private struct Kinds: OptionSet {
        let rawValue: UInt8

        static let more = Kinds(rawValue: 1 << 0)
        static let offer = Kinds(rawValue: 1 << 1)
        static let invitation = Kinds(rawValue: 1 << 2)
        static let advertisement = Kinds(rawValue: 1 << 3)
        static let section = Kinds(rawValue: 1 << 4)
        static let notice = Kinds(rawValue: 1 << 5)
        static let tag = Kinds(rawValue: 1 << 6)
    }

    private static let shortOffer = 70

    /// The kinds of the phrases that a text begins with.
    private static func kinds(at start: Substring) -> Kinds {
        // Lines may be long, and no phrase has so many bytes.
        var beginning = String(decoding: start.utf8.prefix(96), as: UTF8.self).lowercased()
        if beginning.unicodeScalars.contains(where: { (0x300...0x36F).contains($0.value) }) {
            beginning = String(CanonicalForm.composed(beginning))
        }
        let bytes = Array(beginning.utf8.prefix(64))
        var kinds: Kinds = []
        for phrase in phrases[key(bytes)] ?? [] where bytes.starts(with: phrase.bytes) { kinds.formUnion(phrase.kind) }
        return kinds
    }

    /// Whether a phrase begins with these letters, as packed by `key`; nil is not known. Most lines need no more.
    static func mayBegin(_ letters: UInt32?) -> Bool { letters.map { phrases[$0] != nil } ?? true }

    private static func key(_ bytes: [UInt8]) -> UInt32 { bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1) } }

    private static let phrases: [UInt32: [(bytes: [UInt8], kind: Kinds)]] = {
        let lists: [(Kinds, [String])] = [
            (.more, more), (.offer, offers), (.invitation, invitations), (.advertisement, Array(advertisements)),
            (.section, sectionNames), (.notice, notices), (.tag, ["tags "]),
        ]
        var found: [UInt32: [(bytes: [UInt8], kind: Kinds)]] = [:]
        for (kind, list) in lists {
            for phrase in list.map({ Array($0.utf8) }) { found[key(phrase), default: []].append((phrase, kind)) }
        }
        return found
    }()

    /// Other articles.
    private static let more = list(
        """
        read more|see more|read also|read next|also read|related:|related article|related stor|related content|don't miss|don’t miss
        you may also like|you might also like|more from |more on this|more stories|recommended:|recommended reading
        mehr zum thema|diese artikel könnten|mehr dazu|lesen sie auch|lesen sie hier|lesen sie mehr|lies auch|auch interessant|weiterlesen
        zum weiterlesen|weitere artikel|weitere themen|weitere aktuelle|weitere beiträge|das könnte sie auch|das könnte dich
        passend dazu|passend zum thema|ähnliche artikel|ähnliche beiträge|ähnliche themen|verwandte artikel|verwandte beiträge
        related posts|related topics|related news|similar articles|similar posts
        articles similaires|artículos relacionados|noticias relacionadas|artigos relacionados|articoli correlati
        lue myös|lue lisää|lue aiheesta|katso myös
        lire aussi|à lire aussi|à lire :|voir aussi :|sur le même sujet
        lea también|lee también|lea además|vea también|ver también:|te puede interesar|le puede interesar|también te puede
        leggi anche|leggi tutto|potrebbe interessarti|leia também|leia mais|veja também|saiba mais
        lees ook|lees meer|læs også|les også|läs också|czytaj także|czytaj też|czytaj więcej|dowiedz się więcej|zobacz także|zobacz też
        читайте также|смотрите также|tags:|keywords:|filed under|posted in|schlagworte|schlagwörter|stichwörter|etiquetas
        """)

    /// Whole headings of lists of other articles.
    private static let sectionNames = list(
        """
        recommended for you|recommended|most popular|most read|trending|trending now|up next|latest news|latest stories|read next
        editor's picks|editor’s picks|editors' picks|editors’ picks|top stories|sponsored content|around the web|from our partners
        previous post|next post|aktuelle nachrichten|top-artikel|meistgelesen|les plus lus|lo más leído|più letti
        関連記事|相关阅读|相关文章|관련기사|관련 기사|přečtěte si také|benzer haberler|ilgili haberler|اقرأ أيضا
        """)

    private static let sections = Set(sectionNames.map(PageLetters.of))

    /// What sites say to the browser or the account of a reader.
    private static let notices = list(
        """
        you must log in|you must be logged in to |you must be logged in or |please log in to comment|please log in to reply|please log in to post
        please log in to leave|please log in to join|please log in to continue|please log in to vote|to view this video please enable javascript
        it looks like you are using an ad blocker|it looks like you're using an ad blocker|please disable your ad
        bitte deaktivieren sie ihren ad|advertisement - |advertisement – |continue reading below|story continues below
        article continues below|this site uses akismet|was this article helpful|did you find this article helpful
        war dieser artikel hilfreich|comments are closed
        """)

    private static let advertisements: Set<String> = [
        "advert", "advertisement", "anzeige", "werbung", "publicidad", "publicité", "pubblicità", "publicidade",
        "reklama", "reklame", "advertentie", "реклама",
    ]

    /// Phrases in which the site sells or asks for something.
    private static let offers = list(
        """
        subscribe |sign up |register now|download our|get our |click here to |want more |need more |newsletter
        jetzt abonnieren|jetzt anmelden|hier abonnieren|zum newsletter|abonnez-vous|inscrivez-vous|suscríbete|suscríbase
        """)

    private static let invitations = list(
        """
        follow |like us|join us|find us|folgen sie|folge uns|folgt uns|suivez|sigue a|síguenos|seguici|siga |connect with
        """)

    /// What an article begins with that explains something.
    private static let instructions = list(
        "follow these |follow this |follow a |follow along|follow the steps|follow the instructions|follow the tutorial"
            + "|follow the guide|follow the directions|follow the prompts")

    private static let networks: [StaticString] = [
        "facebook", "twitter", "instagram", "youtube", "linkedin", "whatsapp", "telegram", "tiktok", "mastodon",
        "bluesky", "threads", "pinterest", "google news",
    ]

    /// Whether a text is the name of a social network alone.
    static func isNetwork(_ text: String) -> Bool {
        let name = text.lowercased()
        return networks.contains { name == $0.description }
    }

    private static func list(_ phrases: String) -> [String] {
        phrases.split(whereSeparator: { $0 == "|" || $0 == "\n" }).map(String.init)
    }
}
