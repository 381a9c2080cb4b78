/// The simple commands of a shell script, split into words as POSIX says (Shell Command Language, section 2.3), without
/// running or expanding anything.
struct ShellCommands: IteratorProtocol {
    struct Word {
        var text = ""
        /// It has a `$`, a backquote or a pattern that only a shell could replace.
        var needsShell = false
    }

    struct Command {
        var words: [Word] = []
        /// The line that it begins in, from 1.
        var line = 1
    }

    private var rest: Substring.UnicodeScalarView
    private var line = 1

    init(_ text: String) {
        rest = text[...].unicodeScalars
    }

    /// The next command that has words; nil at the end.
    mutating func next() -> Command? {
        var command = Command()
        while let first = rest.first {
            switch first {
            case " ", "\t", "\r": rest.removeFirst()
            case "\\" where rest.dropFirst().first == "\n":
                rest = rest.dropFirst(2)
                line += 1
            case "#": rest = rest.drop { $0 != "\n" }
            case "\n", ";", "&", "|":
                if first == "\n" { line += 1 }
                rest.removeFirst()
                if !command.words.isEmpty { return command }
            default:
                if command.words.isEmpty { command.line = line }
                command.words.append(word())
            }
        }
        return command.words.isEmpty ? nil : command
    }

    private mutating func word() -> Word {
        var word = Word()
        var scalars = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        scan: while let scalar = rest.first {
            if quote == nil, " \t\r\n;&|".unicodeScalars.contains(scalar) { break scan }
            rest.removeFirst()
            if scalar == "\n" { line += 1 }
            switch scalar {
            case quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil: quote = scalar
            case "\\" where quote != "'":
                guard let next = rest.popFirst() else { break scan }
                if next == "\n" {
                    line += 1
                    continue
                }
                // Between double quotes it protects only these (section 2.2.3).
                if quote != nil, !"$`\"\\".unicodeScalars.contains(next) { scalars.append(scalar) }
                scalars.append(next)
            case "$" where quote != "'", "`" where quote != "'":
                word.needsShell = true
                scalars.append(scalar)
            default: scalars.append(scalar)
            }
        }
        word.text = String(scalars)
        return word
    }
}
