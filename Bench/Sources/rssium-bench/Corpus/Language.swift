/// Words of a language, for text with its letters, word lengths, spaces and bytes per character.
struct Language {
    let tag: String
    let words: [String]
    let separator: String
    let stop: String

    private init(_ tag: String, _ words: String, separator: String = " ", stop: String = ".") {
        self.tag = tag
        self.words = words.split(separator: " ").map(String.init)
        self.separator = separator
        self.stop = stop
    }

    /// The frequency of the languages: half of all feeds are in English.
    static let all = [
        english, english, english, english, german, french, russian, greek, japanese, chinese, arabic, hindi,
    ]

    static let english = Language(
        "en",
        """
        the of and a to in is was for on with as by that from at this it harbour garden river winter letter machine \
        quiet answer between morning written another number believe question mountain paper story release version \
        update server reader market council museum history weather engine library window children science people
        """)
    private static let german = Language(
        "de",
        """
        der die das und in zu den mit von für ist auf nicht eine als auch werden über Straße Größe Übung Gespräch \
        Entwicklung Zeitung Geschichte Möglichkeit schön während früher können heute Morgen Veröffentlichung Gärtner
        """)
    private static let french = Language(
        "fr",
        """
        le la les de des et à un une dans que pour sur avec ne pas plus être année été où déjà histoire journée \
        lumière théâtre leçon français bibliothèque mémoire forêt naïf œuvre chapitre développement nouvelle
        """)
    private static let russian = Language(
        "ru",
        """
        и в не на что быть как по это год новый город человек время большой история работа слово первый день газета \
        книга читатель разработка версия сервер погода музей вечер дорога письмо вопрос ответ
        """)
    private static let greek = Language(
        "el",
        """
        και το η ο να της στο με για από που είναι δεν θα πόλη θάλασσα ημέρα ιστορία νερό βιβλίο ερώτηση απάντηση \
        καιρός μουσείο εφημερίδα έκδοση αναγνώστης κήπος
        """)
    private static let japanese = Language(
        "ja",
        """
        今日 は 天気 が よい です 新しい 版 を 公開 しました 東京 の 図書館 で 読む 歴史 と 科学 記事 について 考える 朝 海 庭 \
        コンピューター サーバー ニュース
        """, separator: "", stop: "。")
    private static let chinese = Language(
        "zh",
        """
        今天 我们 发布 新 版本 这个 城市 的 图书馆 历史 和 科学 文章 天气 很 好 花园 海洋 早晨 问题 回答 读者 服务器 新闻 中国 世界
        """, separator: "", stop: "。")
    private static let arabic = Language(
        "ar", "في من على إلى هذا التي مدينة كتاب قارئ جديد تاريخ صباح بحر حديقة سؤال جواب خبر إصدار خادم علم مكتبة طقس")
    private static let hindi = Language(
        "hi", "है के में की और से का यह नया शहर पुस्तक पाठक इतिहास सुबह समुद्र बगीचा प्रश्न उत्तर समाचार संस्करण विज्ञान मौसम",
        stop: "।")

    func sentence(_ dice: inout Dice, words count: ClosedRange<Int> = 6...18) -> String {
        var sentence = ""
        for index in 0..<dice.number(count) {
            if index > 0 { sentence += separator }
            sentence += dice.happens(oneIn: 300) ? Language.rareWord(dice.number(0...4999)) : dice.pick(words)
        }
        return sentence + stop
    }

    /// One of thousands of rare words, such as names, each in a few articles.
    static func rareWord(_ number: Int) -> String {
        let syllables = ["ka", "ro", "li", "mu", "ta", "ne", "so", "vi", "du", "re"]
        return "xe" + String(number).compactMap(\.wholeNumberValue).map { syllables[$0] }.joined()
    }

    func title(_ dice: inout Dice) -> String {
        String(sentence(&dice, words: 3...9).dropLast(stop.count))
    }
}
