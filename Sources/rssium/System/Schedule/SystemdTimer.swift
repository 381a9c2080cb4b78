internal import FeedCore

/// The timer of one schedule in the systemd of the user.
struct SystemdTimer {
    private let folder: String
    private let name: String
    /// Environment variables for `systemctl`.
    private let variables: [String: String]
    private let surroundings: Surroundings

    /// Nil without a home, and so without a folder for units.
    init?(_ name: String, paths: Paths, in surroundings: Surroundings) {
        guard let folder = paths.userUnits else { return nil }
        self.folder = folder
        self.name = name
        self.surroundings = surroundings
        // After `su` the variable that leads to the systemd of the user is missing.
        let runtime = "/run/user/\(getuid())"
        let isKnown = surroundings.environment["XDG_RUNTIME_DIR"] != nil || access(runtime + "/systemd", F_OK) != 0
        variables = isKnown ? [:] : ["XDG_RUNTIME_DIR": runtime]
    }

    var timerName: String { name + ".timer" }
    private var serviceName: String { name + ".service" }
    var timerPath: String { folder + "/" + timerName }
    var servicePath: String { folder + "/" + serviceName }

    // MARK: State

    /// Why systemd does not answer; nil if it does.
    var silence: String? {
        do throws(ChildError) {
            let run = try systemctl(["show-environment"])
            return run.exitStatus == 0 ? nil : run.complaint
        } catch {
            return error.message
        }
    }

    /// The texts of our unit files; nil if our timer is not installed.
    var installed: (timer: String, service: String)? {
        guard let timer = text(timerPath), TimerUnit.isOurs(timer) else { return nil }
        return (timer, text(servicePath) ?? "")
    }

    /// Why the installed timer does not run; nil if it does.
    var trouble: String? {
        if let silence { return silence }
        // Without an answer, no trouble is known.
        guard let run = try? systemctl(["is-active", timerName]), run.exitStatus != 0 else { return nil }
        return run.complaint
    }

    /// Whether services of the user run while the user is not logged in; nil if the system does not say.
    var isLingering: Bool? {
        let words = ["loginctl", "show-user", "\(getuid())", "--property=Linger"]
        // Not every systemd has loginctl.
        guard let run = try? CapturedOutput(of: words, in: surroundings), run.exitStatus == 0 else { return nil }
        switch run.text.trimmed {
        case "Linger=no": return false
        case "Linger=yes": return true
        default: return nil
        }
    }

    // MARK: Changes

    /// Writes the unit files and starts the timer. If that fails, it restores the state before.
    func install(_ unit: TimerUnit) throws {
        let before = (try existing(timerPath), try existing(servicePath))
        do {
            try write(unit.service, to: servicePath)
            try write(unit.timer, to: timerPath)
            try call(["daemon-reload"], "install the timer")
            try call(["enable", "--now", timerName], "start the timer")
            // A timer that is running keeps its old times until it is restarted.
            if before.0 != nil { try call(["restart", timerName], "start the timer anew") }
        } catch {
            // The first error is the one to report, not one of the way back.
            if before.0 == nil { _ = try? systemctl(["disable", "--now", timerName]) }
            try? restore(before.0, timerPath)
            try? restore(before.1, servicePath)
            _ = try? systemctl(["daemon-reload"])
            throw error
        }
    }

    /// Stops the timer and a run that it has started, and removes our unit files; false without such files.
    func remove() throws -> Bool {
        let (hasTimer, hasService) = (isOurs(timerPath), isOurs(servicePath))
        guard hasTimer || hasService else { return false }
        let silence = silence
        if silence == nil {
            if hasTimer { try call(["disable", "--now", timerName], "stop the timer") }
            // A run that retries until there is a network would go on for ever.
            if hasService { try call(["stop", serviceName], "stop the service") }
        }
        var paths = hasService ? [servicePath] : []
        // The link that starts the timer at the next login is there still if systemd did not answer.
        if hasTimer { paths += [folder + "/timers.target.wants/" + timerName, timerPath] }
        for path in paths {
            guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
                throw ScheduleError.cannotWrite(path, String(cString: strerror(errno)))
            }
        }
        if let silence {
            throw ScheduleError.refused("stop the timer before the next login, though its files are removed", silence)
        }
        try call(["daemon-reload"], "tell systemd that the timer is gone")
        // This fails where no run has failed.
        _ = try? systemctl(["reset-failed", timerName, serviceName])
        return true
    }

    private func call(_ words: [String], _ what: String) throws {
        let run = try systemctl(words)
        guard run.exitStatus == 0 else { throw ScheduleError.refused(what, run.complaint) }
    }

    private func systemctl(_ words: [String]) throws(ChildError) -> CapturedOutput {
        try CapturedOutput(of: ["systemctl", "--user"] + words, in: surroundings, .init(variables: variables))
    }

    // MARK: Files

    /// The text of our unit file; nil if it does not exist. Throws for a file that rssium has not written.
    private func existing(_ path: String) throws(ScheduleError) -> String? {
        guard File.status(of: path, followsLinks: false) != nil else { return nil }
        // `systemctl mask` links a unit to /dev/null.
        if File.resolvingLinks(path) == "/dev/null" { throw .foreign(path, "it is masked") }
        guard let text = text(path), TimerUnit.isOurs(text) else { throw .foreign(path, "its first line differs") }
        return text
    }

    private func isOurs(_ path: String) -> Bool { text(path).map(TimerUnit.isOurs) ?? false }

    /// The text of a file; nil if it does not exist or cannot be read.
    private func text(_ path: String) -> String? {
        (try? File.read(path, byteLimit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func write(_ text: String, to path: String) throws(ScheduleError) {
        do { try File.makeFolders(above: path) } catch { throw .cannotWrite(path, error.message) }
        // Until it is complete it has a name that systemd does not take for a unit.
        do { try File.replace(path, with: Array(text.utf8)) } catch { throw .cannotWrite(path, error.reason) }
    }

    private func restore(_ text: String?, _ path: String) throws {
        if let text { try write(text, to: path) } else { unlink(path) }
    }
}
