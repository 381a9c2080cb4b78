/// The user's crontab as the program `crontab` gives and takes it.
struct CrontabTable {
    private let name: String

    /// - Parameter name: that of the schedule.
    init(_ name: String) { self.name = name }

    /// Nil where the system has no crontab. One that cannot be read is an error: it must not be taken for an empty one,
    /// which would then be put in its place.
    func read() throws -> Crontab? {
        let run: ToolRun
        do throws(ChildError) {
            // What it says is to be understood, whatever the language of the user.
            run = try ToolRun(["crontab", "-l"], variables: ["LC_ALL": "C"])
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        if run.exitStatus == 0 { return Crontab(run.output, name: name) }
        // Some say so on standard output; what has several lines may be a crontab.
        let isShort = run.output.count { $0 == UInt8(ascii: "\n") } < 2
        // Who says nothing, was killed or could not be run has not said that there is none.
        guard isShort, run.exitStatus == 1, CrontabTable.saysThatThereIsNone(run.complaint) else {
            throw ScheduleError.refused("read the crontab", run.complaint)
        }
        return Crontab([], name: name)
    }

    /// How the crons say that the user has none yet: `no crontab for ann`, `Crontab does not exist`, `can't open 'ann':
    /// No such file or directory`, `can't open your crontab file`.
    static func saysThatThereIsNone(_ complaint: String) -> Bool {
        let said = complaint.lowercased()
        return said.contains("no crontab") || said.contains("crontab does not exist")
            || said.contains("open your crontab") || said.contains("can't open '") && said.contains("no such file")
    }

    /// Puts the table in the place of the user's.
    func write(_ table: Crontab) throws {
        // A table of nothing is none, and not every cron lets it be taken away.
        if table.bytes.isEmpty, try ToolRun(["crontab", "-r"]).exitStatus == 0 { return }
        let run = try ToolRun(["crontab", "-"], input: table.bytes)
        guard run.exitStatus == 0 else { throw ScheduleError.refused("write the crontab", run.complaint) }
    }
}
