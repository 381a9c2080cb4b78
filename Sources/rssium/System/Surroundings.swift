/// The environment from the program that started this one: variables and standard files. Its child processes get the
/// same.
///
/// It is a value, so that a test can run a command in its own process.
struct Surroundings: Sendable {
    let environment: Environment
    let files: StandardFiles
    /// The name or path by which the program was called; empty if it is not known.
    var program = ""

    /// Those of this process.
    static let process = Surroundings(environment: .process, files: StandardFiles())
}

/// The descriptors of standard input, output and error.
public struct StandardFiles: Sendable {
    public let input: Int32
    public let output: Int32
    public let error: Int32

    public init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) {
        self.input = input
        self.output = output
        self.error = error
    }

    var all: [Int32] { [input, output, error] }
}
