#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The preparation of the process before the first command.
enum ProcessPreparation {
    static func run() {
        openStandardFiles()
        // Writing then fails with an error, which is reported, instead of ending the program.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Opens standard files that are closed. Otherwise the database could get descriptor 2, and messages would overwrite it.
    private static func openStandardFiles() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            // With the opposite access mode, so that writing to standard output and reading from standard input fail
            // instead of losing or inventing data.
            let opened = open("/dev/null", number == 1 ? O_RDONLY : O_WRONLY)
            if opened >= 0, opened != number {
                dup2(opened, number)
                close(opened)
            }
        }
    }
}
