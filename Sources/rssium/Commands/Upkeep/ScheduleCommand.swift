internal import FeedCore

/// `rssium schedule`: installs, removes and shows the schedule of background refreshes.
enum ScheduleCommand {
    static let command = Command(
        name: "schedule", group: .upkeep, summary: "set up background refreshes, or show how they went",
        operands: [Operand(.choice(["on", "off"]), "on|off", count: .optional)],
        options: [every, metered, print],
        needsDatabase: false, run: run)

    private static let every = Flag.duration("every", "how often to run: minutes that divide an hour or a day (15m)")
    private static let metered = Flag("metered", "also refresh over metered connections")
    private static let print = Flag("print", "print what would be installed, but install nothing")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let prints = context[print]
        switch context.arguments.operands.first {
        case "off":
            try context.arguments.refuse([every, metered, print], "needs `schedule on`")
            return try remove(context)
        case nil where !prints:
            try context.arguments.refuse([every, metered], "needs `schedule on`")
            return try show(&context)
        default:
            let identity = try ScheduleIdentity(context.paths)
            let schedule = try Schedule(
                calendar(context.arguments, identity), of: ExecutablePath.find(in: context.surroundings), for: identity,
                isMetered: context[metered])
            return try prints ? printSchedule(schedule, &context) : install(schedule, context)
        }
    }

    // MARK: On

    private static func calendar(_ arguments: Arguments, _ schedule: ScheduleIdentity) throws(UsageError)
        -> CalendarSpec
    {
        let seconds = arguments[every] ?? 15 * 60
        let number = schedule.seed(onHost: HostName.full)
        if let calendar = CalendarSpec(every: seconds, seed: number) { return calendar }
        let nearest = CalendarSpec.nearest(to: seconds).map(DurationArgument.text)
        throw arguments.wrong(
            "--every \(DurationArgument.text(of: seconds)) is not a number of minutes that divides an hour or a day evenly; "
                + (nearest.count == 1 ? "the nearest is " : "the nearest are ") + nearest.joined(separator: " and "))
    }

    private static func install(_ schedule: Schedule, _ context: borrowing Context) throws -> ExitCode {
        switch try choice(schedule, context) {
        case .systemd(let timer):
            try timer.install(TimerUnit(schedule))
            // If systemd was missing when it was installed before, the schedule is in the crontab.
            if let table = try? Crontab.installed(name: schedule.name, in: context.surroundings) {
                _ = try removeEntry(from: table, context)
            }
            if timer.isLingering == false {
                context.messages.notice(
                    "it runs only while you are logged in; run `loginctl enable-linger` to run it always")
            }
        case .crontab(var table):
            let before = table
            table.setEntry(Crontab.entry(schedule))
            if table != before { try table.install(context) }
        }
        report(schedule, context)
        return .done
    }

    private enum Choice {
        case systemd(SystemdTimer)
        case crontab(Crontab)
    }

    /// Chooses systemd if it runs, else cron.
    private static func choice(_ schedule: Schedule, _ context: borrowing Context) throws -> Choice {
        let timer = SystemdTimer(schedule.name, paths: context.paths, in: context.surroundings)
        if let timer {
            guard let silence = timer.silence else { return .systemd(timer) }
            // The timer would run as well as the crontab entry.
            if timer.installed != nil {
                throw ScheduleError.refused("change \(timer.timerPath), which systemd runs", silence)
            }
            context.messages.detail("no systemd user instance: \(silence)")
        }
        guard let table = try Crontab.installed(name: schedule.name, in: context.surroundings) else {
            throw ScheduleError.noScheduler(schedule.words.map(Crontab.quoted).joined(separator: " "))
        }
        return .crontab(table)
    }

    /// Reports what was installed, and conditions that may keep it from working.
    private static func report(_ schedule: Schedule, _ context: borrowing Context) {
        let messages = context.messages
        // Reading fails only if the schedule was changed meanwhile. The interval is then known from `schedule`.
        let installed = try? ScheduleIdentity(context.paths).installed(context)
        let next = RelativeTime.text(until: schedule.timetable.next(after: context.now), at: context.now)
        messages.notice("refreshes \(installed?.words ?? "every \(schedule.timetable.every)"); the next run is \(next)")
        if case .crontab = installed?.scheduler, let trouble = try? ScheduleIdentity(context.paths).trouble(context) {
            messages.notice(trouble)
        }
        if schedule.words[0].contains("/.build/") {
            messages.notice(
                "\(schedule.words[0]) is in a build folder; install rssium, then run `rssium schedule on` again")
        }
        let proxies = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"]
        if context.settings.text(.refreshProxy) == nil,
            let proxy = proxies.first(where: { context.environment[$0] != nil })
        {
            messages.notice("background refreshes do not use $\(proxy); set refresh.proxy instead")
        }
    }

    /// Prints what `on` would install.
    private static func printSchedule(_ schedule: Schedule, _ context: inout Context) throws -> ExitCode {
        let unit = TimerUnit(schedule)
        let choice: Choice
        do {
            choice = try self.choice(schedule, context)
        } catch ScheduleError.noScheduler {
            // For the schedulers of another machine, or one that is installed later.
            context.messages.notice("neither a systemd user instance nor crontab is available; an entry for each:")
            try context.output.write(
                "\(Crontab.entry(schedule))\n# \(schedule.name).timer\n\(unit.timer)\n# \(schedule.name).service\n\(unit.service)"
            )
            return .done
        }
        switch choice {
        case .systemd(let timer):
            try context.output.write("# \(timer.timerPath)\n\(unit.timer)\n# \(timer.servicePath)\n\(unit.service)")
        case .crontab: try context.output.write(Crontab.entry(schedule))
        }
        return .done
    }

    // MARK: Off

    private static func remove(_ context: borrowing Context) throws -> ExitCode {
        let name = try ScheduleIdentity(context.paths).name
        let timer = SystemdTimer(name, paths: context.paths, in: context.surroundings)
        let hadTimer = try timer?.remove() ?? false
        var hadEntry = false
        do {
            if let table = try Crontab.installed(name: name, in: context.surroundings) {
                hadEntry = try removeEntry(from: table, context)
            }
        } catch  where hadTimer {
            context.messages.detail(ErrorMessage.text(of: error) ?? "")
        }
        if hadTimer, let timer { context.messages.notice("removed the systemd timer \(timer.timerName)") }
        if hadEntry { context.messages.notice("removed the crontab entry") }
        if !hadTimer && !hadEntry { context.messages.notice("no schedule is installed") }
        return .done
    }

    /// Removes the entry of rssium from the crontab. Returns false if there was none.
    private static func removeEntry(from table: Crontab, _ context: borrowing Context) throws -> Bool {
        var table = table
        guard table.removeEntry() else { return false }
        try table.install(context)
        return true
    }

    // MARK: Show

    private static func show(_ context: inout Context) throws -> ExitCode {
        let schedule = try ScheduleIdentity(context.paths)
        let installed = try schedule.installed(context)
        let lastRun = try context.store(.reading).lastScheduledRun()
        let now = context.now
        var rows = [StatusRow.text("schedule", installed?.words ?? "none")]
        if let next = installed?.note?.timetable.next(after: now) {
            let text = "\(LocalTime(next).dateAndTime) (\(RelativeTime.text(until: next, at: now)))"
            rows.append(StatusRow.text("next run", text))
        }
        rows.append(StatusRow.text("last run", lastRun.map { $0.summary(at: now) } ?? "never"))
        for row in rows {
            for line in StatusRow.lines(row, on: context.output.terminal) { try context.output.line(line) }
        }
        try context.output.flush()
        guard let installed else {
            context.messages.notice("`rssium schedule on` installs a schedule")
            return .done
        }
        if installed.note == nil { context.messages.notice("it was edited by hand; `rssium schedule on` replaces it") }
        if let trouble = schedule.trouble(context) {
            context.messages.error(trouble)
            return .failed
        }
        return .done
    }
}
