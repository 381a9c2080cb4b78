internal import FeedCore

/// The program that sends messages, one run for each (`sendmail.program`).
final class Sendmail: MailPlace {
    private let words: [String]
    /// As the user named the program.
    private let name: String
    private let home: String
    private let timeout: Duration
    private let surroundings: Surroundings
    /// Where a temporary file may be.
    private let folders: [String]

    /// Where programs that send mail are, besides `PATH`: that of cron lacks these folders.
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
            let path = (context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
            let places = (path + Sendmail.otherFolders).lazy.map { [name] in "\($0)/\(name)" }
            words[0] = places.first { access($0, X_OK) == 0 } ?? name
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
            let input = try Sendmail.file(with: letter.bytes, in: folders)
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

    /// An open file without a name, to be read from its beginning.
    private static func file(with bytes: [UInt8], in folders: [String]) throws(FileError) -> Int32 {
        var code = ENOENT
        for folder in folders {
            // A random name that no other program can prepare.
            let path = "\(folder)/rssium-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                code = errno
                continue
            }
            unlink(path)
            do throws(FileError) {
                try File.write(bytes, to: descriptor)
                guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(errno) }
                return descriptor
            } catch {
                close(descriptor)
                throw error
            }
        }
        throw .system(code)
    }
}
