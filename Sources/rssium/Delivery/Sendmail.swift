internal import FeedCore

/// The program that sends messages, one run for each (`sendmail.program`).
final class Sendmail: MailTarget {
    private let words: [String]
    /// As the user named the program.
    private let name: String
    private let home: String
    private let timeout: Duration
    private let surroundings: Surroundings
    /// The folders that may hold a temporary file.
    private let folders: [String]

    /// The folders of programs that send mail, besides `PATH`: that of cron lacks these.
    private static let otherFolders = ["/usr/sbin", "/usr/local/sbin", "/usr/lib"]

    init(_ context: borrowing Context) {
        surroundings = context.surroundings
        home = Programs.home(context)
        timeout = context.settings.refreshing().timeout
        folders = context.paths.temporaryFolders
        // The setting was checked when it was read.
        var words = ShellWords.split(context.settings.text(.sendmailProgram) ?? "", home: home) ?? []
        name = words.first ?? ""
        if !name.contains("/"), !words.isEmpty {
            words[0] = context.environment.path(ofProgram: name, orIn: Sendmail.otherFolders) ?? name
        }
        self.words = words
    }

    func deliver(_ letter: Letter, _ output: inout Output, _ onDelivery: ([Letter]) throws -> Void) throws {
        try send(letter)
        try onDelivery([letter])
    }

    /// When this returns, the program has taken the message.
    private func send(_ letter: Letter) throws {
        let run: CapturedOutput
        let ending = Locked<Int32?>(nil)
        let killSwitch = ProcessKillSwitch()
        // In a session of its own, the program gets no signal from the terminal.
        let signals = SignalCatcher { number in
            ending.withLock { $0 = number }
            killSwitch.pull()
        }
        defer { signals.stop() }
        do {
            // From a file, because a pipe would end where this process is killed, and half the message be sent.
            let input = try UnnamedFile.open(with: letter.bytes, in: folders)
            defer { close(input) }
            run = try CapturedOutput(
                of: words, in: surroundings,
                .init(
                    input: .file(input), isolation: .session(folder: home), timeLimit: timeout, killSwitch: killSwitch))
        } catch let error as ChildError {
            if let signal = ending.withLock({ $0 }) { throw Interrupted(signal: signal) }
            throw DeliveryError(letter, error.message)
        } catch let error as FileError {
            throw DeliveryError(letter, "no temporary file can be written: \(error.reason)")
        } catch {
            throw DeliveryError(letter, ErrorMessage.reason(of: error))
        }
        guard run.exitStatus == 0 else {
            throw DeliveryError(letter, run.lastWords ?? Programs.failure(of: name, run.exitStatus))
        }
    }
}
