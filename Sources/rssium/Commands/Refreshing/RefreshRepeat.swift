internal import FeedCore

/// `refresh --every`: a run after the other, until a signal ends it.
enum RefreshRepeat {
    /// Each run reads the settings and the clock anew. An error in the first run ends all runs; later errors are
    /// reported, and the next run tries again.
    static func run(
        _ arguments: Arguments, every interval: Duration, in surroundings: Surroundings,
        _ refresh: (inout Context) throws -> ExitCode
    ) throws -> ExitCode {
        SignalCatcher.hold()
        do {
            var isFirst = true
            while true {
                let next = ContinuousClock.now + interval
                let code = try runOnce(arguments, isFirst: isFirst, in: surroundings, refresh)
                if code.isOfSignal { return ending(code) }
                try AsyncBridge.run { try await Task.sleep(until: next, clock: .continuous) }
                isFirst = false
            }
        } catch let error as Interrupted {
            return ending(ExitCode(signal: error.signal))
        }
    }

    private static func runOnce(
        _ arguments: Arguments, isFirst: Bool, in surroundings: Surroundings,
        _ refresh: (inout Context) throws -> ExitCode
    ) throws -> ExitCode {
        var context = Context(arguments, in: surroundings, at: EntryPoint.readClock())
        do {
            let code = try refresh(&context)
            try context.output.flush()
            return code
        } catch  where !isFirst && !(error is OutputError) && !(error is Interrupted) {
            if let text = ErrorMessage.text(of: error) { context.messages.error(text) }
            return .failed
        }
    }

    /// SIGTERM is how the program is meant to end.
    private static func ending(_ code: ExitCode) -> ExitCode { code == .terminated ? .done : code }
}
