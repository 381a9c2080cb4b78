/// How much a reading of bytes looks like text that somebody wrote.
///
/// Frequent letters and characters speak for it; rare ones, symbols inside of words, alphabets and cases that change
/// in the middle of a word speak against it. Points are given per byte that was read, so that readings of the same
/// bytes compare whatever the width of their characters.
struct LanguageStatistics {
    private enum Script {
        case other, latin, accented, cyrillic, greek, hebrew, arabic, thai, eastAsian, symbol
    }

    private static let frequent = letters(
        """
        оеаинтсрвлкмдпуягбзьіѕ αοιετνσρπκμληέάίόή יוהלארתבשמנדח اليمنوترهبدفسكعةأ านรอกงเยทวมลดสตคปบพแ่้ัีิ
        éèàçêâîôûäöüßñóíáúãåæøëïùœ ąćęłńśźżšžěčřďťňůőűășşțţ ğışİ ÉÖÜÄÅØŠČŽŁŚŻÓÁÇÑ
        """)
    private static let rare = letters("йщъэфшцѓѕўҐЂЃЉЊЌЋ ςםןץףך ŕĺ ĽľĂ Ý þ ýðÞÐõìòÌÒ ŔŐ ђѓљњќћџ")
    private static let hanzi = letters(
        """
        的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用
        发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从新闻文网站章最关开电机手本美全
        北京市月博客技术這為來個們說國時於會後對著裡過發軍無麼經當與學進種將還見沒從聞網站灣關開電機區報記者樓
        長社議連間対部東党合業内相四今回場金員九入選立力問高代明実円決動表戦通外氏現理調体化田八六約題意性制治度務強気七期野
        海世界科研究計程序系統系统信息息体育教育体验投资资市场产品数据总政府經濟经济香港语语言情報更台
        """)
    private static let hangul = letters(
        """
        이다는의에가을를한고은지로하기사도서어시자리인대아나정과있들스일수해보부전그라주제상장여적조것동공구만경원국선연와게방무
        안소신진유모용문화면중관회으성학트때개발미요오우녕니습세계글뉴했되된위없않같말년월
        """)

    private var score = 0
    private var lastScript = Script.other
    private var before = Script.other
    private var wasLower = false
    private var wasFinal = false

    /// Points of a text in UTF-8; what is only ASCII gives none.
    static func score(of text: [UInt8]) -> Int {
        var likeness = LanguageStatistics()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { likeness.take(scalar) }
        return likeness.score
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        let script = Self.script(of: scalar)
        let isLower = scalar.properties.isLowercase
        if value >= 0x80 { score += Self.points(of: scalar, script) }
        if value >= 0x80 || lastScript != .latin { passWord(script, scalar, isLower: isLower) }
        before = lastScript
        lastScript = script
        wasLower = isLower
        wasFinal = "ςםןץףך".unicodeScalars.contains(scalar)
    }

    /// What the neighbours in a word say.
    private mutating func passWord(_ script: Script, _ scalar: Unicode.Scalar, isLower: Bool) {
        let isLetter = script != .other && script != .symbol
        let wasLetter = lastScript != .other && lastScript != .symbol
        guard isLetter else { return }
        if lastScript == .symbol, before != .other, before != .symbol { score -= 6 }
        guard wasLetter else { return }
        if wasFinal { score -= 6 }
        if wasLower, scalar.properties.isUppercase { score -= 5 }
        let isWestern = script == .latin || script == .accented
        let wasWestern = lastScript == .latin || lastScript == .accented
        if isWestern != wasWestern || !isWestern && script != lastScript { score -= 4 }
        if script == .accented, lastScript == .accented { score -= before == .accented ? 6 : 3 }
    }

    private static func points(of scalar: Unicode.Scalar, _ script: Script) -> Int {
        switch scalar.value {
        case 0xFFFD: return -20
        case 0x80...0x9F, 0xE000...0xF8FF, 0xFFF0...0xFFFF: return -12
        case 0x2010...0x2026, 0x20AC, 0xA0, 0xAB, 0xBB: return 3
        case 0x3000...0x3002, 0xFF01...0xFF5E, 0x300C...0x300F: return 4
        case 0x3040...0x30FE: return 6
        case 0xFF61...0xFF9F: return -2
        case 0xAC00...0xD7A3: return hangul.contains(scalar) ? 7 : 1
        case 0x4E00...0x9FFF: return hanzi.contains(scalar) ? 7 : 1
        case 0x3400...0x4DBF, 0x20000...0x3FFFF: return -6
        default: break
        }
        switch script {
        case .symbol: return -1
        case .eastAsian, .other, .latin: return -1
        default:
            return frequent.contains(scalar)
                ? 3 : rare.contains(scalar) ? -1 : scalar.properties.isLowercase ? 1 : 0
        }
    }

    private static func script(of scalar: Unicode.Scalar) -> Script {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: .latin
        case 0..<0x80: .other
        case 0xAA, 0xBA, 0xD7, 0xF7: .symbol
        case 0xC0...0x24F: .accented
        case 0x386...0x3FF: .greek
        case 0x400...0x4FF: .cyrillic
        case 0x591...0x5F4: .hebrew
        case 0x620...0x6FF: .arabic
        case 0xE01...0xE4E: .thai
        case 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3: .eastAsian
        // Quotes and dashes, which stand beside and between words.
        case 0xA0, 0xAB, 0xAD, 0xB7, 0xBB, 0x2000...0x206F, 0x3000...0x303F, 0xFF00...0xFF60: .other
        default: .symbol
        }
    }

    private static func letters(_ text: String) -> Set<Unicode.Scalar> {
        Set(text.unicodeScalars).subtracting(" \n".unicodeScalars)
    }
}
