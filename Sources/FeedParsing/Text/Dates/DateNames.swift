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
    /// The beginnings of the names of January to December, without accents; `/` separates two forms. The longest
    /// beginning that fits counts, so one line covers short names, full names and all grammatical cases.
    private static let languages = [
        "jan feb mar apr may jun jul aug sep oct nov dec",  // English; German and others share most
        "jan/jaen feb marz/maerz/mrz apr mai jun jul aug sep okt nov dez",  // German
        "janv fev/fevr mars avr mai juin/jui juil aou sep oct nov dec",  // French
        "ene feb mar abr may jun jul ago sep/set oct nov dic",  // Spanish
        "gen feb mar apr mag giu lug ago set ott nov dic",  // Italian
        "jan fev mar abr mai jun jul ago set out nov dez",  // Portuguese
        "jan feb maart/mrt apr mei jun jul aug sep okt nov dec",  // Dutch
        "jan feb mar apr maj jun jul aug sep okt nov dec/des",  // Swedish, Danish, Norwegian
        "tammi helmi maalis huhti touko kesa heina elo syys loka marras joulu",  // Finnish
        "sty lut mar kwi maj cze lip sie wrz paz lis gru",  // Polish
        "led uno bre dub kve cerven/cervna/cvn cervenec/cervence/cvc srp zar rij lis pro",  // Czech
        "ian feb mar apr mai iun iul aug sep oct noi dec",  // Romanian
        "jan feb mar apr maj jun jul aug szep okt nov dec",  // Hungarian
        "sijec velj ozuj trav svib lipanj/lipnj srpanj/srpnj kolov ruj okt studen prosin",  // Croatian, but for October
        "oca sub mar nis may haz tem agu eyl eki kas ara",  // Turkish
        "ιαν φεβ μαρ απρ μαι/μαϊ ιουν/ιον ιουλ/ιολ αυγ σεπ οκτ νοε δεκ",  // Greek
        "янв фев мар апр май/мая июн июл авг сен окт ноя дек",  // Russian
        "січ лют бер кві тра чер лип сер вер жов лис гру",  // Ukrainian
        "яну фев мар апр май юни юли авг сеп окт ное дек",  // Bulgarian
        "јан феб мар апр мај јун јул авг сеп окт нов дец",  // Serbian
        "jaan veebr marts apr mai juuni juuli aug sept okt nov dets",  // Estonian
        // Arabic, and Hebrew with its preposition.
        "يناير فبراير مارس أبريل/ابريل مايو يونيو/يونيه يوليو/يوليه أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر",
        "ינו/בינו פבר/בפבר מרץ/במרץ אפר/באפר מאי/במאי יונ/ביונ יול/ביול אוג/באוג ספט/בספט אוק/באוק נוב/בנוב דצמ/בדצמ",
    ]

    /// The month whose name begins as the word does.
    static func month(_ word: String) -> Int? {
        var stem = word
        while stem.unicodeScalars.count >= 3 {
            if let month = months[stem] { return month }
            stem.unicodeScalars.removeLast()
        }
        return nil
    }

    private static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for language in languages {
            for (index, names) in language.split(separator: " ").enumerated() {
                for name in names.split(separator: "/") {
                    months[String(decoding: CaseFolding.folded(String(name)), as: UTF8.self)] = index + 1
                }
            }
        }
        return months
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
        \(people)
        """

    /// Names of people that begin as months do, and are none in any language: `Martin, 3 June 2021`.
    private static let people = """
        brenda brent brett giulia giulio giuseppe hazel janet janine janina julia julian juliane lisa lutz
        magdalena magnus marcel marcus marek maria marie marina mario marion marius mark markus marlene martin
        martina otto seth
        """
}
