internal import FeedCore

/// The timer of one schedule with the systemd that runs the services of a user.
struct SystemdTimer {
    private let folder: String
    private let name: String
    /// The words that `systemctl --user` is run by.
    private let systemctl: [String]

    /// Nil where there is no home, and so no place for units.
    init?(_ name: String, paths: Paths, environment: Environment) {
        guard let folder = paths.userUnits else { return nil }
        self.folder = folder
        self.name = name
        // Who became somebody else by `su` is not told where the services of that user are to be reached.
        let runtime = "/run/user/\(getuid())"
        let isTold = environment["XDG_RUNTIME_DIR"] != nil || access(runtime + "/systemd", F_OK) != 0
        systemctl = (isTold ? [] : ["env", "XDG_RUNTIME_DIR=\(runtime)"]) + ["systemctl", "--user"]
    }

    var timerName: String { name + ".timer" }
    private var serviceName: String { name + ".service" }
    var timerPath: String { folder + "/" + timerName }
    var servicePath: String { folder + "/" + serviceName }

    // MARK: What is there

    /// Why nobody answers; nil where a systemd of the user does.
    var silence: String? {
        do throws(ChildError) {
            let run = try ToolRun(systemctl + ["show-environment"])
            return run.exitStatus == 0 ? nil : run.complaint
        } catch {
            return error.message
        }
    }

    /// The texts of our files; nil where there is no timer of ours.
    var installed: (timer: String, service: String)? {
        guard let timer = text(timerPath), TimerUnit.isOurs(timer) else { return nil }
        return (timer, text(servicePath) ?? "")
    }

    /// Why the timer that is installed does not run; nil where it does.
    var trouble: String? {
        if let silence { return silence }
        // Without an answer nothing is known to be wrong.
        guard let run = try? ToolRun(systemctl + ["is-active", timerName]), run.exitStatus != 0 else { return nil }
        return run.complaint
    }

    /// Whether services of the user run while nobody is logged in; nil where that cannot be told.
    var isLingering: Bool? {
        let words = ["loginctl", "show-user", "\(getuid())", "--property=Linger"]
        // It is not everywhere, and where it is silent nothing can be said.
        guard let run = try? ToolRun(words), run.exitStatus == 0 else { return nil }
        switch String(decoding: run.output, as: UTF8.self).trimmed {
        case "Linger=no": return false
        case "Linger=yes": return true
        default: return nil
        }
    }

    // MARK: What is done

    /// Writes the files and starts the timer; where that fails all is as it was.
    func install(_ unit: TimerUnit) throws {
        let before = (try existing(timerPath), try existing(servicePath))
        do {
            try write(unit.service, to: servicePath)
            try write(unit.timer, to: timerPath)
            try call(["daemon-reload"], "install the timer")
            try call(["enable", "--now", timerName], "start the timer")
            // One that runs already keeps to its old times until then.
            if before.0 != nil { try call(["restart", timerName], "start the timer anew") }
        } catch {
            // What goes wrong here too is less than what is said already.
            if before.0 == nil { _ = try? ToolRun(systemctl + ["disable", "--now", timerName]) }
            try? restore(before.0, timerPath)
            try? restore(before.1, servicePath)
            _ = try? ToolRun(systemctl + ["daemon-reload"])
            throw error
        }
    }

    /// Stops the timer, and what it has started, and takes our files away; false where there are none.
    func remove() throws -> Bool {
        let (hasTimer, hasService) = (isOurs(timerPath), isOurs(servicePath))
        guard hasTimer || hasService else { return false }
        let silence = silence
        if silence == nil {
            if hasTimer { try call(["disable", "--now", timerName], "stop the timer") }
            // A run that waits for a network would go on for ever.
            if hasService { try call(["stop", serviceName], "stop the service") }
        }
        var paths = hasService ? [servicePath] : []
        // Where nobody answers, what makes it start with the next login is still there.
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
        // Nothing of it may be there to be reset.
        _ = try? ToolRun(systemctl + ["reset-failed", timerName, serviceName])
        return true
    }

    private func call(_ words: [String], _ what: String) throws {
        let run = try ToolRun(systemctl + words)
        guard run.exitStatus == 0 else { throw ScheduleError.refused(what, run.complaint) }
    }

    // MARK: Files

    /// The text of our file; nil where there is none. One of somebody else is an error.
    private func existing(_ path: String) throws(ScheduleError) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        // systemd's sign for what must never be started.
        if let found = realpath(path, nil) {
            defer { free(found) }
            if String(cString: found) == "/dev/null" { throw .foreign(path, "it is masked") }
        }
        guard let text = text(path), TimerUnit.isOurs(text) else { throw .foreign(path, "its first line is another") }
        return text
    }

    private func isOurs(_ path: String) -> Bool { text(path).map(TimerUnit.isOurs) ?? false }

    /// Nil where there is no such file, or one that cannot be read.
    private func text(_ path: String) -> String? {
        guard access(path, F_OK) == 0, let file = try? ConfigFile.read(path) else { return nil }
        return file.text
    }

    private func write(_ text: String, to path: String) throws {
        do { try Paths.makeFolders(for: path) } catch { throw ScheduleError.cannotWrite(path, error.message) }
        // Not by a name that systemd would take for a unit.
        let temporary = "\(path).new-\(getpid())"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ScheduleError.cannotWrite(path, String(cString: strerror(errno))) }
        var isDone = false
        defer {
            close(descriptor)
            if !isDone { unlink(temporary) }
        }
        do throws(OutputError) {
            try FileDescriptor(descriptor).write(Array(text.utf8))
        } catch {
            guard case .failed(let reason) = error else { throw ScheduleError.cannotWrite(path, "it is a closed pipe") }
            throw ScheduleError.cannotWrite(path, reason)
        }
        guard fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw ScheduleError.cannotWrite(path, String(cString: strerror(errno)))
        }
        isDone = true
    }

    private func restore(_ text: String?, _ path: String) throws {
        if let text { try write(text, to: path) } else { unlink(path) }
    }
}
