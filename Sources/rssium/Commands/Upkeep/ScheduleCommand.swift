internal import FeedCore

/// `rssium schedule`: has the system refresh in the background.
enum ScheduleCommand {
    static let command = Command(
        name: "schedule", group: .upkeep, summary: "refresh in the background, or tell how that goes",
        details: [
            "A timer of your systemd runs `refresh --due --quiet --time-limit 5m`, or, where no systemd of the user "
                + "answers, an entry in your crontab does. --every is how often it looks; how often a feed is "
                + "asked is its own interval. It looks at minutes of its own, which are not on the hour. A run that "
                + "found the machine offline is tried again every \(Schedule.retryMinutes) minutes until the next one "
                + "comes.",
            "The paths of the database and of the config file are written into it, so each database can have a "
                + "schedule of its own. `on` once more replaces what is there; `off` removes what `on` has written "
                + "and nothing else.",
            "It keeps to connections that cost nothing unless --metered is given. The setting "
                + "refresh.unmetered-only holds in any case.",
            "Without `on` or `off` it tells what is installed, when the next run is, and how the last one went.",
        ],
        examples: [
            Command.Example("rssium schedule on", "look every 15 minutes"),
            Command.Example("rssium schedule on --every 2h --print", "what would be installed"),
        ],
        operands: [Operand(.choice(["on", "off"]), "on|off", count: .optional)],
        options: [
            Option(
                "every", .duration, "how often to look: what divides an hour or, in hours, a day (15m)"),
            Option("metered", "on connections too that cost money"),
            Option("print", "show what would be installed, and install nothing"),
        ],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let prints = arguments.has("print")
        switch arguments.operands.first {
        case "off":
            try refuse(["every", "metered", "print"], "on", arguments)
            return try remove(context)
        case nil where !prints:
            try refuse(["every", "metered"], "on", arguments)
            return try show(&context)
        default:
            let timer = try timetable(arguments, ScheduleIdentity(context.paths))
            return try prints ? show(timer, &context, arguments) : install(timer, context, arguments)
        }
    }

    private static func refuse(_ options: [String], _ word: String, _ arguments: Arguments) throws(UsageError) {
        for option in options where arguments.has(option) {
            throw arguments.wrong("--\(option) goes with `schedule \(word)`")
        }
    }

    // MARK: On

    private static func timetable(_ arguments: Arguments, _ place: ScheduleIdentity) throws(UsageError) -> CalendarSpec
    {
        let seconds = arguments.duration("every") ?? 15 * 60
        let number = place.seed(onHost: ScheduleIdentity.host)
        if let timetable = CalendarSpec(every: seconds, seed: number) { return timetable }
        let nearest = CalendarSpec.nearest(to: seconds).map(DurationArgument.text)
        throw arguments.wrong(
            "--every \(DurationArgument.text(of: seconds)) divides neither an hour nor a day evenly; "
                + (nearest.count == 1 ? "the nearest is " : "the nearest are ") + nearest.joined(separator: " and "))
    }

    private static func schedule(
        _ timetable: CalendarSpec, _ context: borrowing Context, _ arguments: Arguments
    ) throws -> Schedule {
        try Schedule(
            timetable, of: ExecutablePath.find(context.environment), for: ScheduleIdentity(context.paths),
            isMetered: arguments.has("metered"))
    }

    private static func install(
        _ timetable: CalendarSpec, _ context: borrowing Context, _ arguments: Arguments
    ) throws -> ExitCode {
        let schedule = try schedule(timetable, context, arguments)
        switch try choice(schedule, context) {
        case .systemd(let timer):
            try timer.install(TimerUnit(schedule))
            // Where systemd was not there before, the crontab has had it until now.
            if let table = try? Crontab.installed(name: schedule.name) { _ = try removeEntry(of: table) }
            if timer.isLingering == false {
                context.messages.notice(
                    "it runs only while you are logged in; `loginctl enable-linger` lets it run always")
            }
        case .crontab(var table):
            let before = table
            table.setEntry(Crontab.entry(schedule))
            if table != before { try table.install() }
        case .none:
            throw ScheduleError.noScheduler(schedule.words.map(Crontab.quoted).joined(separator: " "))
        }
        tell(schedule, context)
        return .done
    }

    private enum Choice {
        case systemd(SystemdTimer)
        case crontab(Crontab)
        case none
    }

    /// Who is to run it.
    private static func choice(_ schedule: Schedule, _ context: borrowing Context) throws -> Choice {
        let timer = SystemdTimer(schedule.name, paths: context.paths, environment: context.environment)
        if let timer {
            guard let silence = timer.silence else { return .systemd(timer) }
            // Both would run.
            if timer.installed != nil {
                throw ScheduleError.refused("change \(timer.timerPath), which systemd runs", silence)
            }
            context.messages.detail("no systemd of the user: \(silence)")
        }
        return try Crontab.installed(name: schedule.name).map { .crontab($0) } ?? .none
    }

    /// What is installed, and what a person may want to know of it.
    private static func tell(_ schedule: Schedule, _ context: borrowing Context) {
        let messages = context.messages
        // What was just written can be read.
        let installed = try? ScheduleIdentity(context.paths).installed(context)
        let next = RelativeTime.text(until: schedule.timetable.next(after: context.now), at: context.now)
        messages.notice("refreshes \(installed?.words ?? "every \(schedule.timetable.every)"); the next time \(next)")
        if schedule.words[0].contains("/.build/") {
            messages.notice(
                "\(schedule.words[0]) is where it was built; install it, and say `rssium schedule on` with that one")
        }
        let proxies = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"]
        if context.settings.text(.refreshProxy) == nil,
            let proxy = proxies.first(where: { context.environment[$0] != nil })
        {
            messages.notice("what runs in the background does not see $\(proxy); the setting refresh.proxy it does")
        }
    }

    /// `--print`.
    private static func show(
        _ timetable: CalendarSpec, _ context: inout Context, _ arguments: Arguments
    ) throws -> ExitCode {
        let schedule = try schedule(timetable, context, arguments)
        switch try choice(schedule, context) {
        case .systemd(let timer):
            let unit = TimerUnit(schedule)
            try context.output.write("# \(timer.timerPath)\n\(unit.timer)\n# \(timer.servicePath)\n\(unit.service)")
        case .crontab: try context.output.line(Crontab.entry(schedule))
        case .none: throw ScheduleError.noScheduler(schedule.words.map(Crontab.quoted).joined(separator: " "))
        }
        return .done
    }

    // MARK: Off

    private static func remove(_ context: borrowing Context) throws -> ExitCode {
        let name = try ScheduleIdentity(context.paths).name
        let timer = SystemdTimer(name, paths: context.paths, environment: context.environment)
        let hadTimer = try timer?.remove() ?? false
        var hadEntry = false
        do {
            if let table = try Crontab.installed(name: name) { hadEntry = try removeEntry(of: table) }
        } catch  where hadTimer {
            context.messages.detail(ErrorMessage.text(of: error) ?? "")
        }
        if hadTimer, let timer { context.messages.notice("removed the systemd timer \(timer.timerName)") }
        if hadEntry { context.messages.notice("removed the entry of the crontab") }
        if !hadTimer && !hadEntry { context.messages.notice("no schedule is installed") }
        return .done
    }

    /// Takes our entry out of the crontab; false where there was none.
    private static func removeEntry(of table: Crontab) throws -> Bool {
        var table = table
        guard table.removeEntry() else { return false }
        try table.install()
        return true
    }

    // MARK: What there is

    private static func show(_ context: inout Context) throws -> ExitCode {
        let place = try ScheduleIdentity(context.paths)
        let installed = try place.installed(context)
        let lastRun = try context.store(.reading).lastScheduledRun()
        let now = context.now
        var rows = [StatusRow.text("schedule", installed?.words ?? "none")]
        if let next = installed?.timetable?.next(after: now) {
            let words = "\(LocalTime(next).dateAndTime) (\(RelativeTime.text(until: next, at: now)))"
            rows.append(StatusRow.text("next run", words))
        }
        rows.append(StatusRow.text("last run", lastRun.map { $0.words(at: now) } ?? "never"))
        for row in rows {
            for line in StatusRow.lines(row, on: context.output.terminal) { try context.output.line(line) }
        }
        try context.output.flush()
        guard let installed else {
            context.messages.notice("`rssium schedule on` installs one")
            return .done
        }
        if case .systemd = installed.scheduler,
            let timer = SystemdTimer(place.name, paths: context.paths, environment: context.environment),
            let trouble = timer.trouble
        {
            context.messages.error("the timer does not run: \(trouble); `rssium schedule on` starts it")
            return .failed
        }
        return .done
    }
}
