/// Titles as feeds have them, by the encoding that they are written in.
extension EncodingDetectorTests {
    static let titles: [(label: String, list: String)] = [
        (
            "GB18030",
            """
            气象台说明天有雨
            地铁延长到郊区
            医生提醒大家多喝水
            老师布置作文
            北京今天举行马拉松比赛
            天气很好
            本周的电影节
            音乐会加演
            图书馆重新开放
            新闻
            国务院召开常务会议
            上海进口博览会开幕
            春节放假安排公布
            专家解读新政策
            高考成绩今日公布
            """
        ),
        (
            "BIG5-HKSCS",
            """
            氣象局說明天有雨
            捷運延長到郊區
            醫師提醒大家多喝水
            台北今天舉行馬拉松比賽
            股市下跌三個百分點
            總統府舉行記者會
            颱風逼近沿海地區
            新竹科學園區擴建
            """
        ),
        (
            "CP874",
            """
            ข่าววันนี้ฝนตกหนักในกรุงเทพ
            นายกรัฐมนตรีแถลงข่าว
            สวัสดีชาวโลก
            ตลาดหุ้นไทยปิดบวก
            รัฐบาลประกาศมาตรการใหม่
            น้ำท่วมภาคเหนือ
            ฟุตบอลไทยชนะ
            """
        ),
        ("windows-1251", russian),
        ("koi8-r", russian),
        (
            "windows-1251",
            """
            Новини дня: дощ у Києві
            Погода на завтра
            Школи відкрито
            Вистава у Львові
            """
        ),
        (
            "windows-1251",
            """
            Новини днес: дъжд в София
            Времето утре
            Училищата са отворени
            """
        ),
        (
            "euc-kr",
            """
            오늘의 뉴스
            서울 날씨 맑음
            주식 시장 하락
            학교가 다시 문을 연다
            영화제 개막
            대통령 신년 기자회견
            한국은행 기준금리 동결
            축구 대표팀 명단 발표
            """
        ),
        (
            "shift_jis",
            """
            今日のニュース
            東京の天気は晴れ
            株式市場が下落
            学校が再開する
            """
        ),
        (
            "euc-jp",
            """
            今日のニュース
            東京の天気は晴れ
            株式市場が下落
            学校が再開する
            """
        ),
        (
            "windows-1253",
            """
            Καλημέρα κόσμε
            Ο καιρός σήμερα
            Τα νέα της ημέρας
            Πτώση στο χρηματιστήριο
            Ανοίγουν τα σχολεία
            Έκθεση βιβλίου στην Αθήνα
            Ο πρωθυπουργός στις Βρυξέλλες
            ΕΚΤΑΚΤΟ: σεισμός στην Κρήτη
            """
        ),
        (
            "windows-1255",
            """
            חדשות היום
            מזג האוויר מחר
            הבורסה ירדה בשלושה אחוזים
            בתי הספר נפתחו
            שלום עולם
            תחזית מזג האוויר: גשם בצפון
            ראש הממשלה נפגש עם נשיא צרפת
            """
        ),
        (
            "windows-1256",
            """
            أخبار اليوم
            الطقس غدا في القاهرة
            انخفاض في البورصة
            المدارس تفتح أبوابها
            مرحبا بالعالم
            معرض الكتاب في بيروت
            الرئيس يستقبل وزير الخارجية
            ارتفاع أسعار النفط
            فوز المنتخب على ضيفه
            """
        ),
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
            Wiadomości dnia
            Pogoda: jutro będzie śnieg
            Giełda spadła o trzy procent
            Szkoły są już otwarte
            Książki na święta
            """
        ),
        (
            "iso-8859-2",
            """
            Wiadomości dnia
            Pogoda: jutro będzie śnieg
            Giełda spadła o trzy procent
            Szkoły są już otwarte
            Książki na święta
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
            "windows-1251",
            """
            Мэр открыл новый мост
            Цены на бензин выросли
            Учёные нашли древний город
            Сборная сыграла вничью
            """
        ),
        (
            "koi8-r",
            """
            Мэр открыл новый мост
            Цены на бензин выросли
            Учёные нашли древний город
            Сборная сыграла вничью
            """
        ),
        (
            "windows-1253",
            """
            Η κυβέρνηση ανακοίνωσε νέα μέτρα
            Απεργία στα μέσα μεταφοράς
            Νίκη της ομάδας στον τελικό
            """
        ),
        (
            "windows-1255",
            """
            גשם ראשון ירד בירושלים
            מחירי הדירות עלו
            הנבחרת ניצחה במשחק
            """
        ),
        (
            "windows-1256",
            """
            الحكومة تعلن ميزانية جديدة
            زلزال يضرب شمال البلاد
            افتتاح مهرجان السينما
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
            "GB18030",
            """
            市长出席通车典礼
            油价再次上调
            科学家发现古城遗址
            国家队战平对手
            """
        ),
        (
            "BIG5-HKSCS",
            """
            市長出席通車典禮
            油價再次調漲
            科學家發現古城遺址
            """
        ),
        (
            "euc-kr",
            """
            시장 새 다리 개통식 참석
            휘발유 가격 또 올라
            고대 도시 유적 발견
            """
        ),
        (
            "shift_jis",
            """
            市長が新しい橋の開通式に出席
            ガソリン価格がまた上昇
            代表チームは引き分け
            """
        ),
        (
            "euc-jp",
            """
            市長が新しい橋の開通式に出席
            ガソリン価格がまた上昇
            代表チームは引き分け
            """
        ),
        (
            "CP874",
            """
            นายกเทศมนตรีเปิดสะพานใหม่
            ราคาน้ำมันปรับขึ้นอีก
            ทีมชาติเสมอคู่แข่ง
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

    private static let russian = """
        Новости сегодня: дождь в Москве
        Погода на завтра
        Биржа закрылась ростом
        Школы открыты
        Выставка цветов
        Футбол: ничья в Казани
        ЦБ снизил ключевую ставку
        Президент встретился с учёными
        Землетрясение на Камчатке
        Как выбрать ноутбук
        """
}
