/// What the parts of a date mean together.
extension DateParser {
    var hasMonthAlone: Bool { month != nil && year == nil && smallNumbers.isEmpty }

    var isBegun: Bool { year != nil || month != nil && !isMonthTentative || !smallNumbers.isEmpty }

    /// The parts make a day.
    var hasDate: Bool {
        month != nil && (year == nil ? smallNumbers.count > 1 : day != nil || !smallNumbers.isEmpty)
    }

    var timestamp: Timestamp? {
        var parser = self
        parser.assignSmallNumbers()
        guard let year = parser.year else { return nil }
        if parser.month == nil {
            guard hour == nil, smallNumbers.isEmpty, (1900...2099).contains(year) else { return nil }
        } else if parser.day == nil, hour != nil {
            return nil
        }
        return parser.timestamp(year, parser.month ?? 1, parser.day ?? 1)
    }

    private mutating func assignSmallNumbers() {
        guard day == nil, let first = smallNumbers.first else { return }
        let second = smallNumbers.dropFirst().first
        switch (year, month, second) {
        case (_?, nil, let second?) where isYearFirst: (month, day) = (first, second)
        case (_?, nil, let second?): setDayAndMonth(first, second, isMonthFirst: false)
        case (nil, _?, let second?) where first > 31: (year, day) = (DateParser.fullYear(first, 2), second)
        case (nil, _?, let second?): (day, year) = (first, DateParser.fullYear(second, 2))
        case (_, _?, _): day = first
        default: break
        }
    }

    func timestamp(_ year: Int, _ month: Int, _ day: Int) -> Timestamp? {
        var (month, day) = (month, day)
        if let weekday, let other = isOrderOpen ? (day, month) : isJuneOrJuly ? (7, day) : nil,
            Timestamp(year: year, month: month, day: day)?.civil.weekday != weekday,
            Timestamp(year: year, month: other.0, day: other.1)?.civil.weekday == weekday
        {
            (month, day) = other
        }
        return moment(year, month, day)
    }

    /// That day at the time that the date has.
    private func moment(_ year: Int, _ month: Int, _ day: Int) -> Timestamp? {
        var hour = self.hour ?? 0
        if let isAfternoon, (1...12).contains(hour) { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        // 24:00 is the midnight that ends the day; 24:30 occurs too.
        let isNextDay = hour == 24
        guard (0...60).contains(second), year >= 100,
            let date = Timestamp(
                year: year, month: month, day: day, hour: isNextDay ? 0 : hour, minute: minute, second: min(second, 59))
        else { return nil }
        let result = date + Int64((isNextDay ? 86_400 : 0) + (second == 60 ? 1 : 0) - (offset ?? 0))
        return (Timestamp.first...Timestamp.last).contains(result) ? result : nil
    }

    /// Notes the order of day and month: a number above 12 or the weekday decides.
    func note(_ date: Timestamp, in order: inout DateOrder) {
        guard let (first, second) = slashed, first != second, let year else { return }
        guard isOrderOpen, let other = moment(year, second, first) else { return order.note(isDayFirst: first > 12) }
        func fits(_ month: Int, _ day: Int) -> Bool {
            weekday != nil && Timestamp(year: year, month: month, day: day)?.civil.weekday == weekday
        }
        if fits(first, second) != fits(second, first) {
            order.note(isDayFirst: date == other)
        } else {
            order.note(date, dayFirst: other, hasDayHalf: isAfternoon != nil)
        }
    }

    /// RFC 2822, section 4.3.
    static func fullYear(_ year: Int, _ digitCount: Int) -> Int {
        switch digitCount {
        case ...2: year < 50 ? 2000 + year : 1900 + year
        case 3: 1900 + year
        default: year
        }
    }
}
