/// The characters that Chinese texts have most often, which are about half of their characters: what other encodings look
/// like as Chinese has few of them.
enum FrequentChinese {
    static let simplified = characters(common + onlySimplified)
    static let traditional = characters(common + onlyTraditional)

    private static func characters(_ text: String) -> Set<Unicode.Scalar> { Set(text.unicodeScalars) }

    private static let common =
        "的一是不了在人有我他中上大和地到以要就出可也你生能而子那得下自之年作用道行所然家事成方多去法如都"
        + "同面起看定天分好小部其些主理心她本前但因只想日者意力它把十民第公此已工使情明性知全三又正外高由很"
        + "最重物手向文政美相被利什二等或新己制身果加西斯月合回特代信表化老世位次度任常先海通教原提立及比解"
        + "水名真走各入口平系活更打女四神何安少才反受目太量再感建做接必件管期市直德命山金指克保至形社便空治"
        + "展科司五基眼非白界光放即像且思王象完式色路南品住告求程北死交取拉格望共清今切院候"

    private static let onlySimplified =
        "这个们来为国说时会对于着过发后里种经么学现当没动还进样开从实军无与长机关点业将两间问并应战头体见"
        + "产话内给门儿东声员论处义几认条气题尔别变总电数报结务场计资许统区队决马书则听却达强难权设记类据边"
        + "张该规万觉术领确传师观让识带导争运"

    private static let onlyTraditional =
        "這個們來為國說時會對於著過發後裡種經麼學現當沒動還進樣開從實軍無與長機關點業將兩間問並應戰頭體見"
        + "產話內給門兒東聲員論處義幾認條氣題爾別變總電數報結務場計資許統區隊決馬書則聽卻達強難權設記類據邊"
        + "張該規萬覺術領確傳師觀讓識帶導爭運"
}
