import Testing

@testable import FeedCore

/// Names of months and weekdays, and orders of the parts, in the languages that feeds use.
@Suite struct FeedDateLanguageTests {
    /// A language and its twelve months in each line.
    private static let months = """
        English: January February March April May June July August September October November December
        English, short: Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec
        German: Januar Februar März April Mai Juni Juli August September Oktober November Dezember
        German, short: Jän Feb Mrz Apr Mai Jun Jul Aug Sept Okt Nov Dez
        French: janvier février mars avril mai juin juillet août septembre octobre novembre décembre
        French, short: janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.
        Spanish: enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
        Spanish, short: ene. feb. mar. abr. may. jun. jul. ago. sept. oct. nov. dic.
        Italian: gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
        Italian, short: gen feb mar apr mag giu lug ago set ott nov dic
        Portuguese: janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
        Portuguese, short: jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.
        Dutch: januari februari maart april mei juni juli augustus september oktober november december
        Dutch, short: jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.
        Polish: styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
        Polish, genitive: stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
        Polish, short: sty lut mar kwi maj cze lip sie wrz paź lis gru
        Russian: январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
        Russian, genitive: января февраля марта апреля мая июня июля августа сентября октября ноября декабря
        Russian, short: янв. фев. мар. апр. мая июн. июл. авг. сен. окт. нояб. дек.
        Ukrainian: січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
        Bulgarian: януари февруари март април май юни юли август септември октомври ноември декември
        Serbian: јануар фебруар март април мај јун јул август септембар октобар новембар децембар
        Greek: Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος Οκτώβριος Νοέμβριος Δεκέμβριος
        Greek, genitive: Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου
        Greek, short: Ιαν Φεβ Μάρ Απρ Μάι Ιούν Ιούλ Αύγ Σεπ Οκτ Νοέ Δεκ
        Greek, no accents: Ιαν Φεβ Μαρ Απρ Μαι Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ
        Hungarian: január február március április május június július augusztus szeptember október november december
        Hungarian, short: jan. febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.
        Czech: leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
        Czech, genitive: ledna února března dubna května června července srpna září října listopadu prosince
        Croatian, but for October: siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna okt studenoga prosinca
        Slovak: januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
        Romanian: ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
        Catalan: gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
        Swedish: januari februari mars april maj juni juli augusti september oktober november december
        Danish: januar februar marts april maj juni juli august september oktober november december
        Norwegian: januar februar mars april mai juni juli august september oktober november desember
        Finnish: tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
        Turkish: Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık
        Indonesian: Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember
        Estonian: jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember
        Arabic: يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
        Hebrew: בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר
        Japanese: 1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月
        Korean: 1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월
        """

    @Test(arguments: months.split(separator: "\n").map(String.init))
    func `the months of a language are known in upper and lower case`(language: String) {
        let names = language.split(separator: ": ")[1].split(separator: " ")
        #expect(names.count == 12)
        for (index, name) in names.enumerated() {
            let moment = Timestamp(year: 2026, month: index + 1, day: 20, hour: 10, minute: 11)
            for name in [String(name), name.uppercased(), name.lowercased()] {
                #expect(FeedDate.parse("20 \(name) 2026 10:11") == moment, "\(name)")
                #expect(FeedDate.parse("\(name) 20, 2026 10:11") == moment, "\(name)")
            }
        }
    }

    @Test(arguments: [
        "Fr, 20 Nov 2026 10:11:12 +0000", "Fr., 20. November 2026 um 10:11:12 Uhr",
        "Freitag, den 20.11.2026, 10:11:12 Uhr", "Freitag, 20. November 2026, 11:11:12 Uhr MEZ",
        "Freitag, 20. November 2026 - 10:11:12", "am 20. November 2026 um 10.11:12",
        "ven., 20 nov. 2026 10:11:12 +0000", "vendredi 20 novembre 2026 à 10:11:12", "Ven, 20 novembre 2026 - 10:11:12",
        "le vendredi 20 novembre 2026 10:11:12", "Vendredi, 20. Novembre 2026 - 10:11:12",
        "vie, 20 nov 2026 10:11:12 +0000", "viernes, 20 de noviembre de 2026 10:11:12",
        "20 de noviembre del 2026, 10:11:12", "ven, 20 nov 2026 11:11:12 +0100",
        "venerdì 20 novembre 2026 alle ore 10:11:12", "Sex, 20 Nov 2026 07:11:12 -0300",
        "sexta-feira, 20 de novembro de 2026 às 10:11:12", "vr, 20 nov. 2026 10:11:12 GMT",
        "vrijdag 20 november 2026 om 10:11:12", "pt., 20 lis 2026 10:11:12 +0000",
        "piątek, 20 listopada 2026 r. 10:11:12", "Пт, 20 ноя 2026 13:11:12 +0300",
        "пятница, 20 ноября 2026 г., 10:11:12", "ПЯТНИЦА, 20 НОЯБРЯ 2026 ГОДА 10:11:12",
        "п'ятниця, 20 листопада 2026, 10:11:12", "Παρ, 20 Νοέ 2026 10:11:12 GMT",
        "Παρασκευή, 20 Νοεμβρίου 2026 10:11:12", "ΠΑΡΑΣΚΕΥΗ 20 ΝΟΕΜΒΡΙΟΥ 2026 10:11:12 π.μ.",
        "20 Νοεμβρίου 2026 10:11:12 πμ", "2026. november 20. 10:11:12", "2026. november 20., péntek, 10:11:12",
        "P, 20 nov 2026 10:11:12 GMT", "2026-november-20T10:11:12Z", "2026. nov. 20-án 10:11:12",
        "fredag den 20. november 2026 kl. 10:11:12", "fredag 20 november 2026 klockan 10:11:12",
        "perjantai 20. marraskuuta 2026 klo 10.11:12", "pátek 20. listopadu 2026 10:11:12",
        "20 Kasım 2026 Cuma 10:11:12", "Cum, 20 Kas 2026 13:11:12 +0300", "vineri, 20 noiembrie 2026 10:11:12",
        "divendres, 20 de novembre de 2026 10:11:12", "d'20 de novembre 2026 10:11:12",
        "Jumat, 20 November 2026 10:11:12", "Klingonday, 20 Nov 2026 10:11:12", "2026年11月20日 10:11:12",
        "2026年11月20日(金) 10:11:12", "2026年11月20日 金曜日 10時11分12秒", "2026年11月20日10時11分12秒", "2026年 11月 20日 午前10:11:12",
        "2026/11/20(金) 10:11:12", "2026年11月20日星期五 10:11:12", "2026年11月20日 上午 10:11:12", "2026年11月20日 10点11分12秒",
        "2026-11-20 上午10:11:12", "星期五, 20 11 月 2026 10:11:12", "2026年11月20號 10:11:12", "2026년 11월 20일 10:11:12",
        "2026년 11월 20일 금요일 오전 10:11:12", "2026년 11월 20일 10시 11분 12초", "2026. 11. 20. 오전 10:11:12",
        "2026-11-20 오전 10:11:12", "금, 20 11월 2026 10:11:12 +0000", "T6, 20 Th11 2026 17:11:12 +0700",
    ])
    func `a date in another language is read in each of its orders`(written: String) {
        #expect(FeedDate.parse(written)?.rfc3339 == "2026-11-20T10:11:12Z")
    }

    /// What feedparser's readers of Korean (OnBlog, Nate), Greek and Hungarian dates, and ilmessaggero.it, give.
    @Test(arguments: [
        ("2004년 05월 28일  01:31:15", "2004-05-28T01:31:15Z"), ("2004-05-25 오후 11:23:17", "2004-05-25T23:23:17Z"),
        ("2004-05-25 오전 12:23:17", "2004-05-25T00:23:17Z"),
        ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"),
        ("Τρι, 29 Ιούν 2004 12:53:00 GMT", "2004-06-29T12:53:00Z"),
        ("2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"),
        ("mer, 16 nov 2022 00:38:15 +0100", "2022-11-15T23:38:15Z"),
        ("dim, 18 jui 2010 10:00:00 +0000", "2010-07-18T10:00:00Z"), ("Ven 18 JUI 2010", "2010-06-18T00:00:00Z"),
        ("mar, 20 jui 2010", "2010-07-20T00:00:00Z"), ("mar, 15 jui 2010", "2010-06-15T00:00:00Z"),
        ("lun, 18 jui 2010", "2010-06-18T00:00:00Z"), ("dim, 31 jui 2011", "2011-07-31T00:00:00Z"),
        ("dimanche 10/11/2019", "2019-11-10T00:00:00Z"),
        // Halves of the day, and ordinal numbers.
        ("20 de noviembre de 2026 10:11 p. m.", "2026-11-20T22:11:00Z"),
        ("2026年11月20日 午後3時11分", "2026-11-20T15:11:00Z"),
        ("2026年11月20日 下午3:11", "2026-11-20T15:11:00Z"),
        ("2026년 11월 20일 오후 3:11", "2026-11-20T15:11:00Z"),
        ("2026년 11월 20일 오후 12시 11분", "2026-11-20T12:11:00Z"),
        ("2026-11-20 오전 12:11:12", "2026-11-20T00:11:12Z"),
        ("2026년 11월 20일", "2026-11-20T00:00:00Z"),
        ("2026年11月", "2026-11-01T00:00:00Z"),
        ("mar., 03 mars 2026 10:11:12 +0000", "2026-03-03T10:11:12Z"),
        ("mar., 01 déc. 2026 10:11:12 +0000", "2026-12-01T10:11:12Z"),
        ("mar, 03 mar 2026 10:11:12 +0100", "2026-03-03T09:11:12Z"),
        ("Mar 3, 2026", "2026-03-03T00:00:00Z"),
        ("3 mar. 2026", "2026-03-03T00:00:00Z"),
        ("11.10.2026, Sonntag", "2026-10-11T00:00:00Z"), ("T2, 05 Th03 2025 10:00", "2025-03-05T10:00:00Z"),
        ("12 mars 2025 15h05", "2025-03-12T15:05:00Z"), ("12 mars 2025, 9 h 05", "2025-03-12T09:05:00Z"),
        ("le 12 mars 2025 à 15h", "2025-03-12T15:00:00Z"), ("15h05, 12/03/2025", "2025-12-03T15:05:00Z"),
        ("12 mars 2025, 5 h de lecture", "2025-03-12T00:00:00Z"), ("10h 12 mars 2025", "2025-03-12T10:00:00Z"),
    ])
    func `a date of a feed in another language is read`(written: String, expected: String) {
        #expect(FeedDate.parse(written)?.rfc3339 == expected)
    }

    /// Names of people, places and subjects are not months; of those that are, the one beside the day counts.
    @Test(arguments: [
        ("Novak, October 22, 2019", "2019-10-22"), ("Marsh, 22 October 2019", "2019-10-22"),
        ("Geneva, 2019-10-22", "2019-10-22"), ("Lisbon, 22.10.2019", "2019-10-22"),
        ("June, October 22, 2019", "2019-10-22"), ("May 22 October 2019", "2019-10-22"),
        ("May, 22. 10. 2019", "2019-10-22"), ("June 2019-10-22", "2019-10-22"), ("Mai, 22.10.2019", "2019-10-22"),
        ("3 May 2020, updated 5 June", "2020-05-03"),
        ("Nov-20-2026", "2026-11-20"), ("3. Märzes 2020", nil),
        ("Marketing 22, 2019", nil), ("Jansen 22, 2019", nil), ("22 General 2019", nil), ("22 Marquez 2019", nil),
    ])
    func `a month is a whole word beside the day`(written: String, expected: String?) {
        #expect(FeedDate.parse(written).map { String($0.rfc3339.prefix(10)) } == expected)
    }
}
