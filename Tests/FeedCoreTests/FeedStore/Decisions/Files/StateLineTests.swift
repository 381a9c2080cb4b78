import Testing

@testable import FeedStore

@Suite struct StateLineTests {
    private static let stamp = ##""2026-11-22T07:10:20.001Z","3f9a1c20""##
    private static let entry = "[true,\(stamp)]"
    private static let article = #"{"article":"4be0c1d2e3f4a5b6c7d8""#

    @Test(arguments: [
        #"{"article":"9d41f00a6b7c8d9e0f12","deleted":\#(entry),"labels":{"a\"b":\#(entry),"later":\#(entry)},"read":\#(entry)}"#,
        #"{"category":"a \\ é / 日","color":["Red",\#(stamp)],"on":\#(entry),"position":[-3,\#(stamp)]}"#,
        #"{"feed":"a.org","category":[null,\#(stamp)],"favorite":\#(entry),"interval":[1,\#(stamp),"auto"],"title":["A\u0007\u001f\u007f\u0085",\#(stamp)],"xpaths":[{"items":"//li","title":"a"},\#(stamp)]}"#,
        #"{"rule":"label:later","query":"a OR b","category":"News","on":\#(entry)}"#,
        #"{"rule":"drop","query":"a","on":\#(entry)}"#,
        #"{"view":"v","filters":[[],\#(stamp)]}"#,
    ])
    func `a line is written as it was read`(text: String) throws {
        #expect(try written(#require(try StateLine.read(Array(text.utf8)))) == text + "\n")
    }

    @Test func `spaces, escapes, order and what is not known do not matter`() throws {
        let odd =
            #" { "article" : "4be0c1d2e3f4a5b6c7d8", "new": {"a": [1.5]}, "starred": \#(Self.entry), "read":"#
            + #"[ true , "2026-11-22T07:10:20.001Z", "3f9a1c20", "auto", 7 ], "labels":{"\u006cater":\#(Self.entry)}}"#
        let line = try #require(try StateLine.read(Array(odd.utf8)))
        #expect(
            written(line) == Self.article + #","labels":{"later":\#(Self.entry)},"read":"#
                + #"[true,\#(Self.stamp),"auto"],"starred":\#(Self.entry)}"# + "\n")
    }

    @Test(arguments: [
        #"{"person":"a","article":"x"}"#, "{}", "\(article)}", #"{"view":"v","on2":1}"#,
        #"\#(article),"color":["red",\#(stamp)]}"#,
    ])
    func `a line of an unknown kind or without anything known is left`(text: String) throws {
        #expect(try StateLine.read(Array(text.utf8)) == nil)
    }

    /// The reason, and a line that has it.
    private static let badLines: [(String, String)] = [
        ("not a JSON object", ""), ("not a JSON object", "[]"), ("not a JSON object", "{"),
        ("not a JSON object", article), ("not a JSON object", #"\#(article),}"#),
        ("article: not a key: \"4be0\"", #"{"article":"4be0","read":\#(entry)}"#),
        ("article: not a key: 7", #"{"article":7}"#),
        ("read: not an entry: true", #"\#(article),"read":true}"#),
        ("read: not an entry: a list", #"\#(article),"read":[true,"2026-11-22T07:10:20.001Z"]}"#),
        ("read: not true or false: 1", #"\#(article),"read":[1,\#(stamp)]}"#),
        ("read: not a stamp: \"today\"", #"\#(article),"read":[true,"today","3f9a1c20"]}"#),
        ("read: not a stamp: 5", #"\#(article),"read":[true,5,"3f9a1c20"]}"#),
        ("read: not a machine: \"me\"", #"\#(article),"read":[true,"2026-11-22T07:10:20.001Z","me"]}"#),
        ("deleted: not true or false: null", #"\#(article),"deleted":[null,\#(stamp)]}"#),
        ("labels: not an object: a list", #"\#(article),"labels":[]}"#),
        ("labels: not a name: \"\"", #"\#(article),"labels":{"":\#(entry)}}"#),
        ("labels: not a name: \"a,b\"", #"\#(article),"labels":{"a,b":\#(entry)}}"#),
        ("labels: not an entry: 1", #"\#(article),"labels":{"a":1}}"#),
        ("category: not a name: \"\"", #"{"category":"","on":\#(entry)}"#),
        ("category: not a name: null", #"{"category":null,"on":\#(entry)}"#),
        ("category: not a name: \"None\"", #"{"category":"None","on":\#(entry)}"#),
        ("category: not a name: \"a\nb\"", #"{"category":"a\nb","on":\#(entry)}"#),
        ("category: not a name: \"\u{202E}a\"", #"{"rule":"drop","query":"a","category":"\u202ea","on":\#(entry)}"#),
        ("color: not a color or null: 5", #"{"category":"a","color":[5,\#(stamp)]}"#),
        ("color: not a color or null: \"reddish\"", #"{"category":"a","color":["reddish",\#(stamp)]}"#),
        ("position: not a whole number: 1.5", #"{"category":"a","position":[1.5,\#(stamp)]}"#),
        ("feed: not a key: \"\"", #"{"feed":"","on":\#(entry)}"#),
        ("feed: not a key: \"a b\"", #"{"feed":"a b","on":\#(entry)}"#),
        ("on: not true or false: null", #"{"feed":"a","on":[null,\#(stamp)]}"#),
        ("interval: not a number of seconds or null: 0", #"{"feed":"a","interval":[0,\#(stamp)]}"#),
        ("interval: not a number of seconds or null: 31622400001", #"{"feed":"a","interval":[31622400001,\#(stamp)]}"#),
        ("category: not a name or null: \"\"", #"{"feed":"a","category":["",\#(stamp)]}"#),
        ("category: not a name or null: \"none\"", #"{"feed":"a","category":["none",\#(stamp)]}"#),
        ("xpaths: not an object of texts or null: an object", #"{"feed":"a","xpaths":[{"a":1},\#(stamp)]}"#),
        ("rule: not an action: \"burn\"", #"{"rule":"burn","query":"a","on":\#(entry)}"#),
        ("rule: not an action: \"label:\"", #"{"rule":"label:","query":"a","on":\#(entry)}"#),
        ("query: not a text", #"{"rule":"drop","on":\#(entry)}"#),
        ("query: the query is empty", #"{"rule":"drop","query":"","on":\#(entry)}"#),
        (
            "rule: its scope is both a feed and a category",
            #"{"rule":"drop","query":"a","feed":"b","category":"c","on":\#(entry)}"#
        ),
        ("view: not a name of letters, digits, - and _: \"\"", #"{"view":"","on":\#(entry)}"#),
        ("view: not a name of letters, digits, - and _: \"../x\"", #"{"view":"../x","on":\#(entry)}"#),
        ("filters: not a list of texts: a list", #"{"view":"v","filters":[[1],\#(stamp)]}"#),
    ]

    @Test(arguments: badLines)
    func `a wrong shape makes the whole line bad`(reason: String, text: String) {
        #expect(self.reason(of: text) == reason)
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://a.org/", "a.org", "https://u:p@a.org/", "https://a.org/a b", "exec:a",
    ])
    func `an address that is no http or https URL makes the line bad`(url: String) {
        let text = #"{"feed":"a","url":["\#(url)",\#(Self.stamp)]}"#
        #expect(reason(of: text) == "url: not an http or https URL without credentials of at most 4 KiB: \"\(url)\"")
    }

    @Test func `what exceeds a limit makes the line bad`() {
        func label(_ count: Int) -> String { (0..<count).map { #""\#($0)":\#(Self.entry)"# }.joined(separator: ",") }
        #expect(reason(of: Self.article + ",\"labels\":{\(label(64))}}") == nil)
        #expect(reason(of: Self.article + ",\"labels\":{\(label(65))}}") == "labels: more than 64")
        func category(_ count: Int) -> String {
            #"{"category":"\#(String(repeating: "é", count: count))","on":\#(Self.entry)}"#
        }
        #expect(reason(of: category(255)) == nil)
        #expect(reason(of: category(256))?.hasPrefix("category: not a name: \"éé") == true)
        #expect(reason(of: category(256))?.count ?? 0 < 80)
        #expect(reason(of: category(10_000)) == "longer than 16 KiB")
        func feed(_ count: Int) -> String {
            #"{"feed":"a","url":["https://a.org/\#(String(repeating: "a", count: count))",\#(Self.stamp)]}"#
        }
        #expect(reason(of: feed(4096 - 14)) == nil)
        #expect(reason(of: feed(4097 - 14))?.hasPrefix("url: not") == true)
    }

    @Test func `of more labels than a line may have the newest are written`() throws {
        let machine = MachineID(rawValue: 7)
        var decisions: Decisions = [:]
        for number in 0..<70 {
            let time = DecisionTime(milliseconds: Int64(number))
            decisions[.label("\(number)")] = Decision(.bool(true), at: time, by: machine)
        }
        let key = try #require(ArticleKey("4be0c1d2e3f4a5b6c7d8"))
        let text = written(StateLine(.article(key), decisions))
        let line = try #require(try StateLine.read(Array(text.utf8.dropLast())))
        #expect(Set(line.decisions.keys) == Set((6..<70).map { .label("\($0)") }))
    }

    @Test func `labels that are composed in another way are one`() throws {
        let other = Self.entry.replacing("20.001Z", with: "21.001Z")
        let text = "\(Self.article),\"labels\":{\"e\u{301}\":\(Self.entry),\"\u{E9}\":\(other)}}"
        let line = try #require(try StateLine.read(Array(text.utf8)))
        #expect(written(line) == "\(Self.article),\"labels\":{\"\u{E9}\":\(other)}}\n")
    }

    @Test func `a key and a value are read back from their text`() throws {
        let feed = try #require(FeedKey(written: "a.org/f"))
        let article = try #require(ArticleKey("4be0c1d2e3f4a5b6c7d8"))
        let keys: [DecisionKey] = [
            .article(article),
            .category("a\"b"), .feed(feed), .view("v"),
            .rule(RuleKey(action: "star", query: "a b", scope: .feed(feed))),
            .rule(RuleKey(action: "label:later", query: "a", scope: .category("News"))),
        ]
        #expect(keys.map { DecisionKey(text: $0.text) } == keys)
        #expect(DecisionKey.feed(feed).text == #""feed":"a.org/f""#)
        #expect(DecisionKey(text: "nothing") == nil)
        let values: [DecisionValue] = [
            .null, .bool(true), .integer(-4), .text("a\u{1}"), .texts(["a", "b"]), .members(["b": "1", "a": "2"]),
        ]
        #expect(values.map { DecisionValue(json: String(decoding: $0.json, as: UTF8.self)) } == values)
        #expect(String(decoding: values[5].json, as: UTF8.self) == #"{"a":"2","b":"1"}"#)
    }

    private func written(_ line: StateLine) -> String {
        var bytes: [UInt8] = []
        line.append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func reason(of text: String) -> String? {
        do throws(BadStateLine) {
            _ = try StateLine.read(Array(text.utf8))
            return nil
        } catch {
            return error.reason
        }
    }
}
