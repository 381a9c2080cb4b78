import Testing

@testable import FeedParsing

/// Names in Chinese, Japanese and Korean bylines.
struct EastAsianBylineTests {
    private static let lines: [(line: String, names: [String])] = [
        ("作者：张三", ["张三"]), ("2020年05月03日 10:15 来源：海岸报 作者：张三", ["张三"]), ("作者：张三 来源：海岸报", ["张三"]),
        ("作者：张三、李四", ["张三", "李四"]), ("文/李四 图/王五", ["李四"]), ("文｜李四", ["李四"]), ("作者: Ada Holm", ["Ada Holm"]),
        ("【記者王小明／台北報導】", ["王小明"]), ("記者 王小明", ["王小明"]), ("本报记者 张三", ["张三"]), ("撰文：约翰·史密斯", ["约翰·史密斯"]),
        ("取材・文＝田中太郎", ["田中太郎"]), ("筆者：佐々木 一郎", ["佐々木 一郎"]), ("홍길동 기자 hong@post.example", ["홍길동"]),
        ("[서울] 홍길동기자", ["홍길동"]), ("글: 홍길동", ["홍길동"]),
        ("记者从会议上获悉新码头已经建成", []), ("正文：码头", []), ("記者會今天在台北舉行，市長也會出席", []),
    ]

    @Test(arguments: lines) func `a label names the author`(line: String, names: [String]) throws {
        let article = "<h1>新码头</h1><p>\(line)</p>\(PageSample.text)\(PageSample.text)"
        let page = "<head><title>新码头</title></head><body><article>\(article)</article>"
        #expect(try PageSample.article(page).authors == names)
    }
}
