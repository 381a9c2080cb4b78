/// The parts of a date as they are found, and the moment that they make.
struct DateParts {
    var year: Int?
    var month: Int?
    /// A name that is also a weekday's: `mar` is March where there is no better month.
    var possibleMonth: Int?
    var day: Int?
    private(set) var hour: Int?
    private var minute = 0
    private var second = 0
    var isAfternoon: Bool?
    /// Seconds east of Greenwich.
    private(set) var offset: Int?
    private var isOffsetInNumbers = false
    /// From Sunday, which is 0.
    var weekday: Int?
    /// What is added to a year of an era.
    var era: Int?
    /// Numbers of one or two digits that say nothing by themselves, in their order.
    private var small: (Int, Int, Int) = (0, 0, 0)
    private(set) var smallCount = 0
    private var isYearFirst = false
    /// Day and month were numbers and can be taken either way.
    private var isOrderOpen = false
    /// What was found cannot be a date.
    var isRefused = false

    // MARK: What is found

    /// Whether there is all that a day needs.
    var hasDate: Bool {
        guard month != nil || possibleMonth != nil else { return false }
        return year == nil ? smallCount > 1 : day != nil || smallCount > 0
    }

    /// Whether one more bare number could be the hour.
    var canHaveBareHour: Bool {
        hour == nil && smallCount < (year == nil ? 3 : day == nil ? 2 : 1)
    }

    var isBegun: Bool {
        year != nil || month != nil || possibleMonth != nil || day != nil || smallCount > 0
    }

    mutating func setTime(_ hour: Int, _ minute: Int, _ second: Int) {
        // A date that was given a midnight before its time is met: 2026-11-20 00:00:00 10:11:12.
        guard self.hour == nil || (self.hour == 0 && self.minute == 0 && self.second == 0) else { return }
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    mutating func setMinute(_ minute: Int) { self.minute = minute }

    mutating func setSecond(_ second: Int) { self.second = second }

    /// - Parameter isNumber: A number says more than a name; of several names or numbers the first counts.
    mutating func setOffset(_ seconds: Int, isNumber: Bool) {
        guard offset == nil || (isNumber && !isOffsetInNumbers) else { return }
        offset = seconds
        isOffsetInNumbers = isNumber
    }

    mutating func addSmall(_ value: Int) {
        switch smallCount {
        case 0: small.0 = value
        case 1: small.1 = value
        case 2: small.2 = value
        default: isRefused = isRefused || hour == nil
        }
        smallCount = min(smallCount + 1, 3)
    }

    /// A year of four digits, or of three.
    mutating func addYear(_ value: Int, _ count: Int) {
        isYearFirst = smallCount == 0
        year = DateParts.full(value, count)
    }

    mutating func setCompactDate(_ value: Int) {
        (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
    }

    /// Three numbers with the same sign between them.
    mutating func setNumeric(
        _ first: (value: Int, count: Int), _ second: (value: Int, count: Int), _ third: (value: Int, count: Int),
        separator: UInt8
    ) {
        if first.count >= 4 {
            (year, month, day) = (first.value, second.value, third.value)
        } else if first.count == 2, first.value > 31 {
            (year, month, day) = (DateParts.full(first.value, 2), second.value, third.value)
        } else if separator == UInt8(ascii: "-"), first.count == 2, third.count == 2, third.value <= 31 {
            (year, month, day) = (DateParts.full(first.value, 2), second.value, third.value)
        } else {
            year = DateParts.full(third.value, third.count)
            setDayAndMonth(first.value, second.value, isMonthFirst: separator == UInt8(ascii: "/"))
        }
    }

    /// Americans write the month first, and only a number above 12, or the weekday, shows who wrote.
    private mutating func setDayAndMonth(_ first: Int, _ second: Int, isMonthFirst: Bool) {
        isOrderOpen = first <= 12 && second <= 12
        let isMonthFirst = isOrderOpen ? isMonthFirst : first <= 12
        (month, day) = isMonthFirst ? (first, second) : (second, first)
    }

    mutating func setDayOfYear(_ number: Int) {
        guard let year, let start = Timestamp(year: year, month: 1, day: 1) else {
            isRefused = true
            return
        }
        let date = (start + Int64(number - 1) * 86_400).civil
        isRefused = isRefused || date.year != year
        (month, day) = (date.month, date.day)
    }

    /// ISO 8601: the first week of a year is the one with its fourth day, and weeks begin on Monday, which is 1.
    mutating func setWeek(_ week: Int, day weekday: Int) {
        guard let year, let fourth = Timestamp(year: year, month: 1, day: 4), (1...53).contains(week),
            (1...7).contains(weekday)
        else {
            isRefused = true
            return
        }
        let monday = fourth - Int64((fourth.civil.weekday + 6) % 7) * 86_400
        let date = (monday + Int64((week - 1) * 7 + weekday - 1) * 86_400).civil
        (self.year, month, day) = (date.year, date.month, date.day)
    }

    // MARK: What they make

    var moment: Timestamp? {
        var parts = self
        guard !isRefused, parts.settle() else { return nil }
        return parts.composed
    }

    /// Gives the bare numbers their meaning.
    private mutating func settle() -> Bool {
        month = month ?? possibleMonth
        let isAlone = smallCount == 0
        if month == nil, year != nil, day == nil, smallCount >= 2, let first = popSmall(), let second = popSmall() {
            if isYearFirst {
                (month, day) = (first, second)
            } else {
                setDayAndMonth(first, second, isMonthFirst: false)
            }
        }
        if month != nil, day == nil {
            // 98 Nov 20: no month has so many days.
            if year == nil, smallCount > 1, small.0 > 31 { year = popSmall().map { DateParts.full($0, 2) } }
            day = popSmall()
        }
        if month != nil, year == nil { year = popSmall().map { DateParts.full($0, 2) } }
        if hour == nil, offset != nil { hour = popSmall() }
        guard let year, (100...9999).contains(year) else { return false }
        switch (month, day) {
        case (nil, nil): return hour == nil && isAlone && (1900...2099).contains(year)
        case (_?, nil): return hour == nil
        case (nil, _?): return false
        case (_?, _?): return true
        }
    }

    private mutating func popSmall() -> Int? {
        guard smallCount > 0 else { return nil }
        defer { (small, smallCount) = ((small.1, small.2, 0), smallCount - 1) }
        return small.0
    }

    private var composed: Timestamp? {
        guard let year else { return nil }
        var (month, day) = (self.month ?? 1, self.day ?? 1)
        if isOrderOpen, let weekday, let date = Timestamp(year: year, month: month, day: day),
            date.civil.weekday != weekday,
            Timestamp(year: year, month: day, day: month)?.civil.weekday == weekday
        {
            swap(&month, &day)
        }
        var hour = self.hour ?? 0
        if let isAfternoon, (1...12).contains(hour) { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        // 24:00 is the midnight that ends the day; 24:30 is met too.
        let isNextDay = hour == 24
        guard (0...60).contains(second),
            let date = Timestamp(
                year: year, month: month, day: day, hour: isNextDay ? 0 : hour, minute: minute,
                second: min(second, 59))
        else { return nil }
        let moment = date + Int64((isNextDay ? 86_400 : 0) + (second == 60 ? 1 : 0) - (offset ?? 0))
        return (1...9999).contains(moment.civil.year) ? moment : nil
    }

    /// RFC 2822, 4.3.
    static func full(_ year: Int, _ count: Int) -> Int {
        switch count {
        case ...2: year < 50 ? 2000 + year : 1900 + year
        case 3: 1900 + year
        default: year
        }
    }
}
