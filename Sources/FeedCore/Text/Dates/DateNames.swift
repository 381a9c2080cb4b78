/// The names in dates, by language; accents and case do not matter when they are compared.
///
/// Where languages do not agree on a name, the one with more feeds has it: `listopad` is Polish and Czech (November), not
/// Croatian (October).
enum DateNames {
    /// January to December: full names in each case that dates use, and short ones.
    static let months = [
        // English
        """
        January Jan,February Feb,March Mar,April Apr,May,June Jun,July Jul,August Aug,September Sep Sept,October Oct,
        November Nov,December Dec
        """,
        // German, with Austria's and Switzerland's
        """
        Januar Jänner Jän,Februar Feber,März Mär Mrz Maerz,April,Mai,Juni,Juli,August,September,Oktober Okt,November,
        Dezember Dez
        """,
        // French
        """
        janvier janv,février févr fév,mars,avril avr,mai,juin jui,juillet juil,août aoû,septembre,octobre,novembre,
        décembre déc
        """,
        // Spanish
        """
        enero ene,febrero,marzo,abril abr,mayo,junio,julio,agosto ago,septiembre setiembre set,octubre,noviembre,
        diciembre dic
        """,
        // Italian
        """
        gennaio genn gen,febbraio febbr,marzo,aprile,maggio magg mag,giugno giu,luglio lugl lug,agosto ag,
        settembre sett set,ottobre ott,novembre,dicembre dic
        """,
        // Portuguese
        """
        janeiro,fevereiro fev,março,abril,maio,junho,julho,agosto,setembro,outubro out,novembro,dezembro dez
        """,
        // Dutch
        """
        januari,februari,maart mrt,april,mei,juni,juli,augustus,september,oktober,november,december
        """,
        // Polish
        """
        styczeń stycznia sty,luty lutego lut,marzec marca,kwiecień kwietnia kwi,maj maja,czerwiec czerwca cze,
        lipiec lipca lip,sierpień sierpnia sie,wrzesień września wrz,październik października paź,
        listopad listopada lis,grudzień grudnia gru
        """,
        // Russian
        """
        январь января янв,февраль февраля фев февр,март марта мар,апрель апреля апр,май мая,июнь июня июн,
        июль июля июл,август августа авг,сентябрь сентября сен сент,октябрь октября окт,ноябрь ноября ноя нояб,
        декабрь декабря дек
        """,
        // Ukrainian
        """
        січень січня січ,лютий лютого лют,березень березня бер,квітень квітня кві квіт,травень травня тра трав,
        червень червня чер черв,липень липня лип,серпень серпня сер серп,вересень вересня вер вері,
        жовтень жовтня жов жовт,листопад листопада лис,грудень грудня гру груд
        """,
        // Belarusian
        """
        студзень студзеня,люты лютага,сакавік сакавіка,красавік красавіка,травень траўня,чэрвень чэрвеня,
        ліпень ліпеня,жнівень жніўня,верасень верасня,кастрычнік кастрычніка,лістапад лістапада,снежань снежня
        """,
        // Bulgarian
        """
        януари яну,февруари,март,април,май,юни,юли,август,септември септ,октомври,ноември ное,декември
        """,
        // Serbian and Macedonian
        """
        јануар јануари јан,фебруар фебруари феб,март,април,мај,јун јуни,јул јули,август,септембар септември сеп,
        октобар октомври,новембар ноември нов,децембар декември дец
        """,
        """
        januar,februar,mart,april,maj,jun,jul,avgust avg,septembar,oktobar,novembar,decembar
        """,
        // Greek
        """
        Ιανουάριος Ιανουαρίου Ιαν,Φεβρουάριος Φεβρουαρίου Φεβ Φεβρ,Μάρτιος Μαρτίου Μαρ Μαρτ,Απρίλιος Απριλίου Απρ,
        Μάιος Μαΐου Μάι,Ιούνιος Ιουνίου Ιουν Ιον,Ιούλιος Ιουλίου Ιουλ Ιολ,Αύγουστος Αυγούστου Αυγ,
        Σεπτέμβριος Σεπτεμβρίου Σεπ Σεπτ,Οκτώβριος Οκτωβρίου Οκτ,Νοέμβριος Νοεμβρίου Νοε Νοεμ,
        Δεκέμβριος Δεκεμβρίου Δεκ
        """,
        // Hungarian
        """
        január,február febr,március márc,április ápr,május máj,június jún,július júl,augusztus,szeptember szept szep,
        október okt,november,december
        """,
        // Czech
        """
        leden ledna,únor února úno,březen března bře,duben dubna,květen května kvě,červen června čer čvn,
        červenec července čvc,srpen srpna srp,září zář,říjen října říj,listopad listopadu,prosinec prosince
        """,
        // Slovak and Slovenian
        """
        januára,februára,marec marca,apríla,mája maj,júna junij,júla julij,augusta,septembra,októbra,novembra,decembra
        """,
        // Romanian
        """
        ianuarie ian,februarie,martie,aprilie,mai,iunie iun,iulie iul,august,septembrie,octombrie,noiembrie noi,
        decembrie
        """,
        // Catalan and Galician
        """
        gener xaneiro,febrer febreiro,març,abril,maig,juny xuño,juliol xullo,agost,setembre,octubre,novembre,
        desembre des
        """,
        // Swedish, Danish, Norwegian, Icelandic
        """
        januari januar janúar,februari februar febrúar,mars marts,april apríl,maj mai maí,juni júní,juli júlí,
        augusti august ágúst,september,oktober okt október,november nóvember,december desember des
        """,
        // Finnish
        """
        tammikuu tammikuuta tammi,helmikuu helmikuuta helmi,maaliskuu maaliskuuta maalis,huhtikuu huhtikuuta huhti,
        toukokuu toukokuuta touko,kesäkuu kesäkuuta kesä,heinäkuu heinäkuuta heinä,elokuu elokuuta elo,
        syyskuu syyskuuta syys,lokakuu lokakuuta loka,marraskuu marraskuuta marras,joulukuu joulukuuta joulu
        """,
        // Estonian
        """
        jaanuar jaan,veebruar veebr,märts,aprill,mai,juuni,juuli,august,september,oktoober,november,detsember dets
        """,
        // Latvian
        """
        janvāris janvārī,februāris februārī,marts martā,aprīlis aprīlī,maijs maijā,jūnijs jūnijā,jūlijs jūlijā,
        augusts augustā,septembris septembrī,oktobris oktobrī,novembris novembrī,decembris decembrī
        """,
        // Lithuanian
        """
        sausio sausis,vasario vasaris,kovo kovas,balandžio balandis,gegužės gegužė,birželio birželis,liepos liepa,
        rugpjūčio rugpjūtis,rugsėjo rugsėjis,spalio spalis,lapkričio lapkritis,gruodžio gruodis
        """,
        // Turkish
        """
        ocak oca,şubat şub,mart,nisan nis,mayıs,haziran haz,temmuz tem,ağustos ağu,eylül eyl,ekim eki,kasım kas,
        aralık ara
        """,
        // Indonesian and Malay
        """
        januari,februari,maret mac,april,mei,juni jun,juli julai,agustus ogos agu,september,oktober,november nopember,
        desember disember
        """,
    ]

    /// Sunday to Saturday.
    static let weekdays = [
        "Sunday Sun,Monday Mon,Tuesday Tue Tues,Wednesday Wed Weds,Thursday Thu Thur Thurs,Friday Fri,Saturday Sat",
        "Sonntag,Montag Mo,Dienstag Di,Mittwoch Mi,Donnerstag Do,Freitag Fr,Samstag Sonnabend Sa",
        "dimanche dim,lundi lun,mardi,mercredi mer merc,jeudi jeu,vendredi ven vend,samedi sam",
        "domingo dom,lunes,martes,miércoles mié,jueves jue,viernes vie,sábado sáb",
        "domenica,lunedì,martedì,mercoledì,giovedì gio,venerdì,sabato",
        "domingo,segunda seg,terça ter,quarta qua,quinta qui,sexta sex,sábado",
        "zondag zo,maandag,dinsdag,woensdag wo,donderdag,vrijdag vr,zaterdag za",
        "niedziela niedz ndz nd,poniedziałek pon pn,wtorek wt,środa śr,czwartek czw,piątek pt,sobota",
        "воскресенье вс,понедельник пн,вторник вт,среда ср,четверг чт,пятница пт,суббота сб",
        "неділя нд,понеділок,вівторок,середа,четвер,ятниця,субота",
        "Κυριακή Κυρ,Δευτέρα Δευ,Τρίτη Τρι,Τετάρτη Τετ,Πέμπτη Πεμ,Παρασκευή Παρ,Σάββατο Σαβ",
        "vasárnap,hétfő,kedd,szerda sze,csütörtök csüt,péntek,szombat szo",
        "neděle,pondělí,úterý,středa,čtvrtek,pátek,sobota",
        "söndag sön,måndag mån,tisdag tis,onsdag ons,torsdag tors,fredag fre,lördag lör",
        "søndag,mandag,tirsdag,onsdag,torsdag,fredag,lørdag",
        "sunnuntai,maanantai,tiistai,keskiviikko,torstai,perjantai,lauantai",
        "duminică,luni,marți,miercuri,joi,vineri,sâmbătă",
        "diumenge,dilluns,dimarts,dimecres,dijous,divendres,dissabte",
        "pazar,pazartesi,salı,çarşamba,perşembe,cuma,cumartesi",
        "minggu,senin,selasa,rabu,kamis,jumat,sabtu",
    ]

    /// Short names that are not of the same day everywhere.
    static let weekdaysOfSeveral = "so su ma ti to ke pe la tor lor cs sz v h k p on man út čt st pá ne"

    /// What stands around the parts of a date.
    static let fillers = """
        of the on at in date dated published posted updated created modified pubdate day de del d di do da dos el la le
        les du den der das dem des am um om kl klo klokken klockan den dia día dnia dne dňa din il lo alle ore ora às as
        feira st nd rd th er re e ème ère i of os h hrs hr hours o clock uhr godz time г в year r kello vom van п l d ngày tháng năm nap án én
        """

    static let mornings = "am π.μ πμ délelőtt"
    static let afternoons = "pm μ.μ μμ délután"
}
