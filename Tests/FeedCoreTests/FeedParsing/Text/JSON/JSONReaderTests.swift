import Testing

@testable import FeedParsing

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    @Test(
        arguments: [
            ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)), ("-12", .integer(-12)),
            ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .string("9223372036854775808")), ("1.5", .number(1.5)), (#""a""#, .string("a")),
            ("[]", .array([])),
            ("{}", .object([:])), ("-0.5e+2", .number(-50)), ("1E2", .number(100)),
            ("\t\r\n [ 1 , 2 ] ", .array([.integer(1), .integer(2)])),
            (#""\"\\\/\b\f\r\t""#, .string("\"\\/\u{8}\u{C}\r\t")),
            (#""\ud83d\u0041""#, .string("\u{FFFD}A")), (#""\u00E9""#, .string("é")),
            ("-0", .integer(0)), ("[[],{}]", .array([.array([]), .object([:])])),
            (
                #"{"a":[1,{"b":null}],"c":"d"}"#,
                .object(["a": .array([.integer(1), .object(["b": .null])]), "c": .string("d")])
            ),
            (#"{"a":1,"a":2}"#, .object(["a": .integer(2)])),
            (#""\u00e9 \ud83d\ude00 \\u0000 \n""#, .string("é 😀 \\u0000 \n")),
            ("\"a\nb\t\\'\u{1}\"", .string("a\nb\t'\u{1}")),
            (#""a\u0000b\ud800c\udc00""#, .string("a\u{FFFD}b\u{FFFD}c\u{FFFD}")),
            ("\u{FEFF}[1]", .array([.integer(1)])),
        ] as [(String, JSONValue)])
    func `a document becomes a tree`(text: String, expected: JSONValue) throws {
        #expect(try read(text) == expected)
    }

    @Test(arguments: [
        "", "{", "[1,]x", #"{"a":}"#, "\"open", "nul", "[1,]", "[,]", "[1 2]", #"{"a":1,}"#, #"{"a" 1}"#,
        "{a:1}", "01", "1.", "-",
        "1e", "+1", ".5", "'a'", #""\x""#, #""\u12g4""#, #""\"#, #""\u12"#, "1 1", "nulll",
        "\u{0}",
    ])
    func `a text that is not JSON is refused`(text: String) {
        #expect(throws: JSONError.malformed) { try read(text) }
    }

    @Test(arguments: [
        (#"{"a":[1,],}"#, true), (#"{"a":1},"#, true), (#"{"a":1}<!-- 3 ms -->"#, true),
        (#"{"a":[,]}"#, false), (#"{"a":[1,,]}"#, false), (#"{,}"#, false),
    ])
    func `a document may have a comma after the last value, and more behind its end`(text: String, isRead: Bool) {
        let value = try? JSONReader.read(Array(text.utf8), lists: [["b"]]) { _, _ in true }
        #expect((value != nil) == isRead)
    }

    @Test func `the values of a list are given one by one`() throws {
        var taken: [JSONValue] = []
        let text = #"{"a": {"items": [0]}, "items": [1, {"b": 2}, [], {"items": [3]}], "c": [4]}"#
        let rest = try JSONReader.read(Array(text.utf8), lists: [["items"]]) { value, _ in
            taken.append(value)
            return true
        }
        #expect(
            taken == [.integer(1), .object(["b": .integer(2)]), .array([]), .object(["items": .array([.integer(3)])])])
        #expect(
            rest
                == .object([
                    "a": .object(["items": .array([.integer(0)])]), "items": .array([]), "c": .array([.integer(4)]),
                ]))
    }

    @Test func `a list may be in objects, and only there`() throws {
        var taken: [JSONValue] = []
        let text = #"{"a":{"b":[1,{"b":[2]}],"c":{"b":[3]}},"b":[4],"d":[{"a":{"b":[5]}}],"a":{"b":[6]}}"#
        let rest = try JSONReader.read(Array(text.utf8), lists: [["x"], ["a", "b"]]) { value, list in
            taken.append(value)
            return list == 1
        }
        #expect(taken == [.integer(1), .object(["b": .array([.integer(2)])]), .integer(6)])
        #expect(rest["a"] == .object(["b": .array([])]) && rest["b"] == .array([.integer(4)]))
    }

    @Test(
        arguments: [
            (#"{"title": "a", "items": [{"id": 1}, {"id"#, ["title": .string("a"), "items": .array([])]),
            (#"{"title": "a", "size": 12"#, ["title": .string("a")]),
            (#"{"title": "a", "expired": fal"#, ["title": .string("a")]),
            (#"{"title": "a", "#, ["title": .string("a")]),
            (#"{"title": "a", "b": {"c": 1, "d"#, ["title": .string("a"), "b": .object(["c": .integer(1)])]),
            (#"{"title": "a", "b": {"c": [1, 2]"#, ["title": .string("a"), "b": .object(["c": .array([])])]),
            (#"{"b": {"c": []}"#, ["b": .object(["c": .array([])])]),
        ] as [(String, [String: JSONValue])])
    func `a document that ends too soon gives its complete members`(text: String, members: [String: JSONValue]) throws {
        var items: [JSONValue] = []
        let read = try JSONReader.readCutOff(Array(text.utf8), lists: [["items"], ["b", "c"]]) { value, list in
            if list == 0 { items.append(value) }
            return true
        }
        #expect(read.value == .object(members) && !read.isComplete)
        #expect(items == (members["items"] == nil ? [] : [.object(["id": .integer(1)])]))
    }

    @Test(arguments: ["", "{", #"{"title": "a"#, "[1, 2", #"{"title": "a", b: 1, "c": "d"}"#])
    func `a document without a complete member, or broken in its middle, is refused`(text: String) {
        #expect(throws: JSONError.malformed) {
            try JSONReader.readCutOff(Array(text.utf8), lists: [["items"]]) { _, _ in true }
        }
    }

    @Test func `nesting is limited`() {
        #expect(throws: JSONError.tooDeep) {
            try read(String(repeating: "[", count: 300) + String(repeating: "]", count: 300))
        }
        #expect(throws: JSONError.tooDeep) { try read(String(repeating: "[", count: 100_000)) }
    }

    @Test func `a list of any length is read, but not a value with too many values in it`() throws {
        let many = String(repeating: "1,", count: JSONReader.valueLimit) + "1"
        var count = 0
        _ = try JSONReader.read(Array("{\"items\":[\(many)]}".utf8), lists: [["items"]]) { _, _ in
            count += 1
            return true
        }
        #expect(count == JSONReader.valueLimit + 1)
        #expect(throws: JSONError.tooMany) { try read("[\(many)]") }
        #expect(throws: JSONError.tooMany) {
            try JSONReader.read(Array("{\"items\":[[\(many)]]}".utf8), lists: [["items"]]) { _, _ in true }
        }
    }

    @Test func `a caller that wants no more of a list gets no more`() {
        var count = 0
        #expect(throws: JSONError.stopped) {
            try JSONReader.read(Array(#"{"items":[1,2,3]}"#.utf8), lists: [["items"]]) { _, _ in
                count += 1
                return count < 2
            }
        }
        #expect(count == 2)
    }
}
