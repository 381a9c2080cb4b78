/// Knows the words that begin a line which leads away from an article: to other articles, to a subscription, to a social
/// network.
enum PointerPhrases {
    /// Whether a short line begins so.
    ///
    /// - Parameter hasLink: it holds a link. Without one, only a heading or a line that ends in a colon leads on.
    static func begin(_ line: String, hasLink: Bool, isHeading: Bool) -> Bool {
        let start = line.lowercased().drop { !$0.isLetter && !$0.isNumber }
        if advertisements.contains(String(start.prefix { $0.isLetter })), start.count < 20 { return true }
        let mayLead = hasLink || isHeading || line.last == ":"
        if mayLead, more.contains(where: { start.hasPrefix($0) }) { return true }
        if !isHeading, hasLink, offers.contains(where: { start.hasPrefix($0) }) { return true }
        guard invitations.contains(where: { start.hasPrefix($0) }) else { return false }
        return networks.count { start.contains($0) } >= (hasLink ? 1 : 2)
    }

    /// Other articles.
    private static let more = list(
        """
        read more|read also|read next|also read|related:|related article|related stor|related content|don't miss|don’t miss
        you may also like|you might also like|more from |more on this|more stories|recommended:|recommended reading
        mehr zum thema|mehr dazu|lesen sie auch|lesen sie hier|lesen sie mehr|lies auch|auch interessant|weiterlesen
        zum weiterlesen|weitere artikel|weitere themen|weitere aktuelle|weitere beiträge|das könnte sie auch|das könnte dich
        passend dazu|passend zum thema
        lire aussi|à lire aussi|à lire :|voir aussi :|sur le même sujet
        lea también|lee también|lea además|vea también|ver también:|te puede interesar|le puede interesar|también te puede
        leggi anche|leggi tutto|potrebbe interessarti|leia também|leia mais|veja também|saiba mais
        lees ook|lees meer|læs også|les også|läs också|czytaj także|czytaj też|czytaj więcej|zobacz także|zobacz też
        читайте также|смотрите также|tags:|tags |keywords:|filed under|posted in|schlagworte|schlagwörter|stichwörter|etiquetas
        """)

    private static let advertisements: Set<String> = [
        "advert", "advertisement", "anzeige", "werbung", "publicidad", "publicité", "pubblicità", "publicidade",
        "reklama",
        "reklame", "advertentie", "реклама",
    ]

    /// What the site sells or asks for.
    private static let offers = list(
        """
        subscribe |sign up |register now|download our|get our |click here to |want more |need more |newsletter
        jetzt abonnieren|jetzt anmelden|hier abonnieren|zum newsletter|abonnez-vous|inscrivez-vous|suscríbete|suscríbase
        """)

    private static let invitations = list(
        """
        follow |like us|join us|find us|folgen sie|folge uns|folgt uns|suivez|sigue a|síguenos|seguici|siga |connect with
        """)

    private static let networks = list(
        "facebook|twitter|instagram|youtube|linkedin|whatsapp|telegram|tiktok|mastodon|bluesky|threads|pinterest|google news"
    )

    private static func list(_ phrases: String) -> [String] {
        phrases.split(whereSeparator: { $0 == "|" || $0 == "\n" }).map(String.init)
    }
}
