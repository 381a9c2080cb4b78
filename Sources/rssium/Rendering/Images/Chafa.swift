internal import FeedCore

/// The program that turns images into what terminals show. It reads the image from an unlinked file, gets nothing of
/// the image's address, and is killed after five seconds.
struct Chafa {
    private static let name = Dependency.chafa.name
    private static let timeLimit = Duration.seconds(5)
    private static let byteLimit = 16 << 20

    let surroundings: Surroundings

    /// Whether it is installed.
    static func isInstalled(in surroundings: Surroundings) -> Bool {
        surroundings.environment.path(ofProgram: name) != nil
    }

    enum Form: String {
        case symbols, sixels, kitty
    }

    /// The output of chafa for the image, stretched to so many of its cells; nil if it fails.
    func output(for file: ImageFile, as form: Form, columns: Int, rows: Int, more options: [String] = []) -> [UInt8]? {
        guard let input = try? UnnamedFile.open(with: file.bytes, in: [surroundings.environment["TMPDIR"] ?? "/tmp"])
        else { return nil }
        defer { close(input) }
        let words =
            [Chafa.name, "--format", form.rawValue, "--animate", "off", "--stretch", "--size", "\(columns)x\(rows)"]
            + options + ["-"]
        // Whatever the failure, the article shows the text of the image instead.
        guard
            let output = try? CapturedOutput(
                of: words, in: surroundings,
                .init(
                    input: .file(input), errors: .discarded, timeLimit: Chafa.timeLimit, byteLimit: Chafa.byteLimit)),
            output.exitStatus == 0
        else { return nil }
        return output.bytes
    }
}
