/// A session of a terminal as SVG, without scripts and without anything from elsewhere. It follows the light or dark mode
/// of the page, and has a background of its own for pages that do not say theirs.
struct TerminalPicture {
    private static let cell = (width: 8.4, height: 20.0)
    private static let margin = 20.0

    private let columns: Int
    private let title: String
    private var rows: [String] = []
    /// The base line of the next line of text.
    private var y = 54.0

    init(_ steps: [(command: String, lines: [RecordedLine])], columns: Int, title: String) {
        self.columns = columns
        self.title = title
        for step in steps {
            if !rows.isEmpty { y += Self.cell.height / 2 }
            append([("g", 0, "$"), ("b", 2, step.command)])
            for line in step.lines {
                append(line.runs.map { run in (Self.names[run.style] ?? "", run.column, run.text) })
            }
        }
    }

    /// The classes of the styles that rssium prints in such a session.
    private static let names = ["1": "b", "2": "d", "3": "i", "4": "u", "32": "g", "36": "c"]

    private mutating func append(_ runs: [(name: String, column: Int, text: String)]) {
        // An empty line is half as high.
        guard !runs.isEmpty else {
            y += Self.cell.height / 2
            return
        }
        let spans = runs.map { run in
            let x = Self.number(Self.margin + Double(run.column) * Self.cell.width)
            return
                "<tspan x=\"\(x)\"\(run.name.isEmpty ? "" : " class=\"\(run.name)\"")>\(Self.escaped(run.text))</tspan>"
        }
        rows.append("<text y=\"\(Self.number(y))\">\(spans.joined())</text>")
        y += Self.cell.height
    }

    var svg: String {
        let width = Int(2 * Self.margin + Double(columns) * Self.cell.width)
        let height = Int(y - Self.cell.height + Self.margin)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            role="img" aria-labelledby="title">
            <title id="title">\(Self.escaped(title))</title>
            <style>
            \(Self.style)
            </style>
            <rect class="window" x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="8"/>
            <path class="bar" d="M0.5 32.5H\(width - 1)"/>
            <circle cx="20" cy="16.5" r="5"/><circle cx="38" cy="16.5" r="5"/><circle cx="56" cy="16.5" r="5"/>
            \(rows.joined(separator: "\n"))
            </svg>

            """
    }

    private static let style = """
        svg { color-scheme: light dark; --back: #ffffff; --edge: #d1d9e0; --text: #1f2328; --dim: #59636e; --green: #116329; \
        --cyan: #0550ae; --strong: #000000; }
        @media (prefers-color-scheme: dark) { svg { --back: #0d1117; --edge: #3d444d; --text: #d1d7e0; --dim: #9198a1; \
        --green: #56d364; --cyan: #79c0ff; --strong: #ffffff; } }
        text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; \
        fill: var(--text); white-space: pre; }
        .window { fill: var(--back); stroke: var(--edge); }
        .bar { stroke: var(--edge); }
        circle { fill: var(--edge); }
        .b { font-weight: 600; fill: var(--strong); }
        .d { fill: var(--dim); }
        .i { font-style: italic; }
        .u { text-decoration: underline; }
        .g { fill: var(--green); }
        .c { fill: var(--cyan); }
        """

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// With one decimal at most, so that the picture is the same on every machine.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
