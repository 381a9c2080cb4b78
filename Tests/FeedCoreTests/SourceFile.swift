import FeedCore

/// One Swift file of the package, for the tests that hold the rules of its layout.
struct SourceFile: Sendable {
    /// From the package's folder on, such as `Sources/FeedModel/Model/Feed.swift`.
    let path: String
    let lineCount: Int
    /// The modules it imports.
    let imports: [String]
    /// The types that it declares.
    let types: [DeclaredType]
    /// Its lines without comments and without what stands in string literals, closed by a zero for `strstr`.
    private let code: [UInt8]

    struct DeclaredType: Sendable {
        let name: String
        /// Whether other files can name it: it is at the top of the file and not private to it.
        let isShared: Bool
    }

    /// All files of `Sources`, in the order of their paths.
    static let all: [SourceFile] = paths(below: "Sources").filter { $0.hasSuffix(".swift") }.sorted().map(
        SourceFile.init)

    init(path: String) {
        let code = codeAlone(of: SourceFile.read(path))
        self.path = path
        self.code = code
        lineCount = code.count { $0 == UInt8(ascii: "\n") }
        imports = wordPlaces(of: "import", in: code).map { name(after: $0 + "import".utf8.count, in: code) }
        types = ["struct", "class", "enum", "actor", "protocol", "typealias"].flatMap { kind in
            wordPlaces(of: kind + " ", in: code).map { place in
                let line = line(around: place, in: code)
                let isShared = ![" ", "private", "fileprivate"].contains { line.hasPrefix($0) }
                return DeclaredType(name: name(after: place + kind.utf8.count, in: code), isShared: isShared)
            }
        }
    }

    func isIn(_ folder: String) -> Bool { path.hasPrefix("Sources/" + folder + "/") }

    /// The lines that have one of these words or calls in their code, as `path:line: code`.
    func places(of words: some Sequence<String>) -> [String] {
        words.flatMap { word in
            wordPlaces(of: word, in: code).map { place in
                let number = 1 + code[..<place].count { $0 == UInt8(ascii: "\n") }
                return "\(path):\(number): \(line(around: place, in: code))"
            }
        }
    }

    // MARK: Files

    /// The package's folder, found from this file: the built tests may be run from anywhere.
    private static let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    /// All files and folders in a folder of the package, from the package's folder on.
    static func paths(below folder: String) -> [String] {
        // A file has nothing below it.
        let names = (try? File.names(in: package + "/" + folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.map { folder + "/" + $0 }.flatMap { [$0] + paths(below: $0) }
    }

    static func read(_ path: String) -> [UInt8] {
        do { return try File.read(package + "/" + path) } catch { preconditionFailure("\(path): \(error)") }
    }
}

// MARK: Code as bytes: the tests look through all of it, and are built without optimisation

/// A source without its comments and the text of its string literals; every newline stays.
private func codeAlone(of source: [UInt8]) -> [UInt8] {
    enum Part { case code, comment, string, longString }
    let (quote, slash, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"))
    let newline = UInt8(ascii: "\n")
    var code: [UInt8] = []
    code.reserveCapacity(source.count)
    var part = Part.code
    var index = 0
    while index < source.count {
        let byte = source[index]
        if byte == newline {
            code.append(byte)
            if part != .longString { part = .code }
        } else if part == .code {
            if byte == quote {
                let isLong = source[index...].starts(with: [quote, quote, quote])
                part = isLong ? .longString : .string
                if isLong { index += 2 }
            } else if byte == slash, source[index...].starts(with: [slash, slash]) {
                part = .comment
            } else {
                code.append(byte)
            }
        } else if part == .string {
            if byte == quote { part = .code }
            if byte == backslash { index += 1 }
        } else if part == .longString, byte == quote, source[index...].starts(with: [quote, quote, quote]) {
            part = .code
            index += 2
        }
        index += 1
    }
    code.append(0)
    return code
}

/// Where `word` stands and is no part of a longer name. Calls such as `exit(` are words as well.
private func wordPlaces(of word: String, in code: [UInt8]) -> [Int] {
    let length = word.utf8.count
    var places: [Int] = []
    code.withUnsafeBytes { bytes in
        let start = bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
        word.withCString { word in
            var rest = start
            while let found = strstr(rest, word) {
                places.append(UnsafePointer(found) - start)
                rest = UnsafePointer(found) + 1
            }
        }
    }
    return places.filter { place in
        let end = place + length
        let isOpenBefore = place == 0 || !isPartOfName(code[place - 1])
        return isOpenBefore && !(isPartOfName(code[end - 1]) && isPartOfName(code[end]))
    }
}

private func name(after place: Int, in code: [UInt8]) -> String {
    String(decoding: code[place...].drop { $0 == UInt8(ascii: " ") }.prefix(while: isPartOfName), as: UTF8.self)
}

private func line(around place: Int, in code: [UInt8]) -> String {
    let newline = UInt8(ascii: "\n")
    let start = code[..<place].lastIndex(of: newline).map { $0 + 1 } ?? 0
    return String(decoding: code[start...].prefix { $0 != newline }, as: UTF8.self)
}

private func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
    default: false
    }
}
