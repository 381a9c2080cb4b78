/// The meaning of a word in a date.
enum DateWord {
    case month(Int)
    /// Counted from Sunday, which is 0. Only English and French ones: the others say nothing that the date does not say.
    case weekday(Int)
    /// A word between the parts of a date: `of`, `de`, `published`, a weekday.
    case filler

    /// - Parameter word: folded as `CaseFolding` does: in lower case, without accents.
    init?(_ word: String) {
        if let known = DateNames.words[word] {
            self = known
        } else if let month = DateNames.month(word) {
            self = .month(month)
        } else {
            return nil
        }
    }
}

/// The names in dates, by language.
private enum DateNames {
    /// The names of January to December; `/` separates two forms. Of each, the first three letters are a name, too. `*` is
    /// any ending. Where languages differ, the first one counts.
    private static let languages = [
        // English; German and others share most.
        "januar* februar*/febr/febuary march april* may june july august* septem*/sept octob* novem* decem*",
        "janner/jaenner feber marz/maerz/mrz apr mai juni juli aug sep oktob* nov dezem*",  // German
        "janvier/janv fevrier/fevr mars avril mai juin/jui juillet/juil/juill aout sep octobre nov dec",  // French
        "enero febrero marzo abril mayo junio julio agost* septiem*/setiem* octub* noviem* diciem*",  // Spanish
        // Italian
        "gennaio/genn febbraio/febb marzo aprile maggio/magg giugno luglio ago settem*/sett ottob* nov dicem*",
        "janeiro fevereiro março abril maio junho julho ago setem* outub* nov dez",  // Portuguese
        "jan feb maart/mrt/maret apr mei junie julie augustus sep okt nov dec",  // Dutch, Afrikaans, Indonesian
        "jan feb marts apr maj juni juli agust* sep okt nov desem*",  // Swedish, Danish, Norwegian, Icelandic
        // Finnish
        """
        tammi/tammikuu* helmi/helmikuu* maalis/maaliskuu* huhti/huhtikuu* touko/toukokuu* kesä/kesäkuu* heinä/heinäkuu* \
        elo/elokuu* syys/syyskuu* loka/lokakuu* marras/marraskuu* joulu/joulukuu*
        """,
        // Polish
        """
        styczeń/styczn* luty/lutego/lutym marzec/marca/marcu kwiecień/kwietn* maja/maju czerwiec/czerwc* \
        lipiec/lipca/lipcu sierpień/sierpn* wrzesień/wrześn* październik* listopad* grudzień/grudn*
        """,
        // Czech
        """
        leden/ledna/lednu únor* březen/březn* duben/dubna/dubnu květen/května/květnu červen/června/červnu/čvn \
        červenec/červenc*/čvc srpen/srpna/srpnu září říjen/října/říjnu lis prosinec/prosinc*
        """,
        "jan feb marec apr mai jun/juna jul/jula aug sep okt nov dec",  // Slovak
        "ianuarie feb martie apr mai iunie iulie aug sep octom* noiem* dec",  // Romanian
        "jan feb marcius* apr majus* junius* julius* augusz* szeptem*/szept okt nov dec",  // Hungarian
        // Croatian, but for October
        """
        siječanj/siječn*/sijec velja*/velj ožuja*/ožujk* travanj/travnj* svibanj/svibnj* lipanj/lipnj* srpanj/srpnj* \
        kolovoz*/kolov rujan/rujna/rujnu okt studeni/studenog* prosinac/prosinc*
        """,
        "jan feb mart/marta apr maj junij* julij* avgust* sep okt nov dec",  // Slovene, Serbian
        "ocak şubat mart nisan mayıs/mayis haziran temmuz ağustos eylül ekim kasım/kasim aralık/aralik",  // Turkish
        // Greek
        """
        ιανουαρ* φεβρουαρ* μαρτιο*/μαρτη απριλ* μαιο*/μαϊο*/μαϊ ιουνιο*/ιουνη/ιουν/ιον ιουλιο*/ιουλη/ιουλ/ιολ αυγουστ* \
        σεπτεμ*/σεπτ οκτωβρ* νοεμβρ* δεκεμβρ*
        """,
        // Russian
        """
        январ* феврал*/февр март/марта/марте апрел* май/мая/мае июнь/июня/июне июль/июля/июле август* сентябр*/сент \
        октябр* ноябр*/нояб декабр*
        """,
        // Ukrainian
        """
        січень/січн* лютий/лютого березень/березн* квітень/квітн* травень/травн* червень/червн* липень/липн* \
        серпень/серпн* вересень/вересн* жовтень/жовтн* листопад* грудень/грудн*
        """,
        "януар* февруар* март апр май юни юли авг септем* октом* ноем* декем*",  // Bulgarian
        "јануар* фебруар* март април* мај/маја јун/јуна/јуни јул/јула/јули авг сеп октоб* новем* децем*",  // Serbian
        // Estonian, Catalan, Latvian
        "jaanuar*/jaan veebruar*/veebr mar apr mai juuni*/juun juuli*/juul aug sep oktoob* nov detsem*/dets",
        "gener febrer març abril maig juny juliol agost* setem* octub* nov desem*",
        "janvar* feb mar apr maijs/maija jun jul aug sep okt nov dec",
        // Arabic, and Hebrew with its preposition.
        "يناير فبراير مارس أبريل/ابريل مايو يونيو/يونيه يوليو/يوليه أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر",
        """
        ינו*/בינו* פבר*/בפבר* מרץ/במרץ אפר*/באפר* מאי/במאי יונ*/ביונ* יול*/ביול* אוג*/באוג* ספט*/בספט* אוק*/באוק* \
        נוב*/בנוב* דצמ*/בדצמ*
        """,
    ]

    /// The month that a word names.
    static func month(_ word: String) -> Int? {
        if let month = months.names[word] { return month }
        var stem = word
        while stem.unicodeScalars.count > 3 {
            stem.unicodeScalars.removeLast()
            if let month = months.stems[stem] { return month }
        }
        return nil
    }

    private static let months: (names: [String: Int], stems: [String: Int]) = {
        var (names, stems, short): ([String: Int], [String: Int], [String: Int]) = ([:], [:], [:])
        for language in languages {
            for (index, forms) in language.split(separator: " ").enumerated() {
                for form in forms.split(separator: "/") {
                    let name = String(decoding: CaseFolding.folded(String(form.prefix { $0 != "*" })), as: UTF8.self)
                    if names[name] == nil { names[name] = index + 1 }
                    if form.last == "*", stems[name] == nil { stems[name] = index + 1 }
                    let letters = String(name.prefix(3))
                    if short[letters] == nil { short[letters] = index + 1 }
                }
            }
        }
        return (names.merging(short) { name, _ in name }, stems)
    }()

    /// The weekdays and the fillers. A word that is both is a weekday.
    static let words: [String: DateWord] = {
        var words: [String: DateWord] = [:]
        for word in fillers.split(whereSeparator: \.isWhitespace) {
            words[String(decoding: CaseFolding.folded(String(word)), as: UTF8.self)] = .filler
        }
        let weekdays = """
            sun sunday dim dimanche,mon monday lun lundi,tue tues tuesday mardi,wed weds wednesday mer mercredi,\
            thu thur thurs thursday jeu jeudi,fri friday ven vendredi,sat saturday sam samedi
            """
        for (day, names) in weekdays.split(separator: ",").enumerated() {
            for name in names.split(separator: " ") { words[String(name)] = .weekday(day) }
        }
        return words
    }()

    private static let fillers = """
        of the on at in date dated published posted updated created modified pubdate th st nd rd er d o clock
        am um uhr den der kl klo le de du del el a las la di do da dos as ore alle om dnia r г в h t
        sonntag montag dienstag mittwoch donnerstag freitag samstag sonnabend so mo di mi do fr sa
        domingo lunes martes miércoles jueves viernes sábado dom mié jue vie sáb
        domenica lunedì martedì mercoledì giovedì venerdì sabato gio sab
        segunda terça quarta quinta sexta feira seg ter qua qui sex
        zondag maandag dinsdag woensdag donderdag vrijdag zaterdag zo ma wo vr za
        söndag måndag tisdag onsdag torsdag fredag lördag søndag mandag lørdag sunnuntai maanantai tiistai
        keskiviikko torstai perjantai lauantai
        niedziela poniedziałek wtorek środa czwartek piątek sobota neděle pondělí úterý středa čtvrtek pátek
        vasárnap hétfő kedd szerda csütörtök péntek szombat pazar pazartesi salı çarşamba perşembe cuma cumartesi
        Κυριακή Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο Κυρ Δευ Τρι Τετ Πεμ Παρ Σαβ
        воскресенье понедельник вторник среда четверг пятница суббота вс пн вт ср чт пт сб года год
        неділя понеділок вівторок середа четвер п ятниця субота
        """
}
