/// The titles in Latin letters.
extension EncodingDetectorTests {
    static let latinTitles: [(label: String, list: String)] =
        otherLatinTitles
        + centralEuropeanTitles.flatMap { [(label: "windows-1250", list: $0), (label: "iso-8859-2", list: $0)] }

    /// Titles whose letters both encodings have, most of them at other bytes.
    private static let centralEuropeanTitles = [
        """
        Wiadomości dnia
        Pogoda: jutro będzie śnieg
        Giełda spadła o trzy procent
        Szkoły są już otwarte
        Książki na święta
        """,
        """
        Vláda schválila nový rozpočet na budúci rok
        Polícia hľadá svedkov nehody pri Žiline
        Slováci minú za darčeky viac peňazí
        Počasie: cez víkend príde ochladenie
        Ľudia kupujú drahšie byty
        """,
        """
        Vlada je usvojila proračun za sljedeću godinu
        Policija traži svjedoke nesreće kod Šibenika
        Građani ove godine troše više na darove
        Čaj ili kava: što piju Hrvati
        """,
        """
        Poročilo: proračun za zdravstvo je višji
        Policija išče priče nesreče pri Celju
        Začetek šole brez težav
        """,
        """
        Poliţia caută martori ai accidentului de lângă Braşov
        Instanţa l-a condamnat pe fostul ministru şi pe soţia sa
        Vremea: se răceşte la sfârşitul săptămânii
        Un tren nou leagă Bucureştiul de Viena
        """,
        """
        Češi letos utratí za dárky více peněz
        Zprávy o české ekonomice dnes ráno
        Dům se zřítil, může za to voda
        """,
    ]

    private static let otherLatinTitles: [(label: String, list: String)] = [
        (
            "windows-1254",
            """
            Günün haberleri: İstanbul'da yağmur
            Borsa düşüşle kapandı
            Okullar açıldı
            Hava durumu: yarın güneşli
            Kitap fuarı başladı
            """
        ),
        (
            "windows-1250",
            """
            Zprávy dne: příští týden bude sněžit
            Burza klesla o tři procenta
            Školy se opět otevřely
            Počasí na zítřek
            """
        ),
        (
            "windows-1250",
            """
            A nap hírei: esős időjárás
            Csökkent a tőzsde
            Újra nyitnak az iskolák
            Könyvvásár a fővárosban
            """
        ),
        (
            "windows-1252",
            """
            Søren køber bøger
            Grøn strøm fra Nordsøen
            Prøv en ny løsning: køer på græs
            """
        ),
        (
            "windows-1252",
            """
            Perché il caffè è così caro
            La verità è che c'è libertà
            Può piovere, però è già estate
            È finita la città più bella
            """
        ),
        (
            "windows-1252",
            """
            Què passa a Barcelona avui?
            L'ètica i l'època moderna
            Això és l'última notícia: la ciència avança
            """
        ),
        (
            "windows-1252",
            """
            Não há informações sobre a eleição
            São Paulo põe fim à construção
            Os 1.º e 2.º anos: irmãos constroem avião
            """
        ),
        (
            "windows-1252",
            """
            Søen er frosset til
            Køen vokser
            Prøv selv
            Høyre krever svar
            Støy fra Øya
            Eiður Guðjohnsen joins Chelsea
            Transfer news: Eiður returns
            Heiðar Helguson scores twice
            Alþingi votes on the budget
            Iceland: Alþingi debates whaling
            Reykjavík: Alþingi again
            Nòu espectacle a Tolosa: una fèsta amb lo monde
            Sgoil ùr an Glaschu: cùram agus dùthchas
            Þetta er ný frétt á Íslandi
            Ég á bíl og góða bók
            Æðstu menn þjóðarinnar
            """
        ),
        (
            "windows-1252",
            """
            Météo: il pleuvra à Paris, déjà très chargé
            L’été à la française: où aller?
            Élections: où en est-on
            Ça y est, c’était prévu
            Le cœur à l’œuvre
            Août: sûr que l’été
            Où dîner à Paris ce soir?
            50 m³ d’eau évacués
            """
        ),
        (
            "windows-1252",
            """
            Größe der Straße: Überblick über Köln
            Schöne Grüße aus Österreich
            Müll und Äpfel
            """
        ),
        (
            "windows-1252",
            """
            El niño cayó mañana
            ¿Qué pasó con la selección española?
            ¿Pasó algo?
            ¿Cómo están los niños?
            ¡Más rápido!
            """
        ),
        (
            "windows-1252",
            """
            Vädret i morgon: snö på fjället
            Höjd ränta påverkar både små och stora
            """
        ),
        (
            "windows-1252",
            """
            Fréttir dagsins: það snjóar á morgun
            Veðrið í dag þýðir rok
            Þýðing
            Ísland vann
            """
        ),
        (
            "windows-1252",
            """
            Notícias: as eleições não são já
            Ações caem após decisão
            Milhões já votaram
            Decisões até amanhã
            """
        ),
        (
            "windows-1252",
            """
            Nyheder: sø og å på Sjælland
            Børn får æbler
            Køb brød i dag
            Søndag på øen
            """
        ),
        (
            "windows-1252",
            """
            Notizie: città più calda, lunedì sarà così
            È già venerdì, perché no?
            Lunedì è più freddo però
            Perché sì
            """
        ),
        (
            "windows-1252",
            """
            Õhtul sajab vihma
            Tööpõld on täis
            """
        ),
        (
            "windows-1252",
            """
            Sää tänään: pilvistä
            Työtä ja öljyä
            """
        ),
        (
            "windows-1254",
            """
            Seçim sonuçları açıklandı
            Kar yağışı ulaşımı aksattı
            Şampiyonluk maçı bu akşam
            """
        ),
        (
            "windows-1250",
            """
            Rząd przyjął nową ustawę
            Śnieżyca sparaliżowała miasta
            """
        ),
        (
            "windows-1250",
            """
            Vláda schválila rozpočet: větší daně
            Nové muzeum otevřeno v Brně
            """
        ),
        (
            "windows-1250",
            """
            Erős szél és eső várható
            Győzött a válogatott a döntőn
            """
        ),
        (
            "iso-8859-2",
            """
            Rząd przyjął nową ustawę
            """
        ),
        (
            "iso-8859-2",
            """
            Vláda schválila rozpočet: větší daně
            """
        ),
        (
            "windows-1252",
            """
            Le maire a inauguré le nouveau pont
            Prix de l’essence: ça monte à nouveau
            Der Bürgermeister eröffnet die neue Brücke
            El alcalde inauguró el puente de la ciudad mañana
            Borgmästaren invigde bron på lördag
            O prefeito inaugurou a ponte; orações e bênçãos
            Il sindaco: più libertà, meno città
            Sjøen er blå, fjellet er grønt
            Forsætisráðherra sagði já
            """
        ),
    ]
}
