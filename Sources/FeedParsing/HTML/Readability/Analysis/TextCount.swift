/// How long a text is, for what it is measured by.
struct TextCount {
    private(set) var characters: Int32 = 0
    private(set) var commas: Int32 = 0

    init(_ tree: HTMLTree, _ node: HTMLTree.Index) {
        tree.source.withUnsafeBufferPointer { source in
            let text = UnsafeBufferPointer(rebasing: source[tree.nodes[node].range])
            var index = 0
            while index < text.count {
                let byte = text[index]
                index += 1
                if byte &- 0x21 < 0x5F {
                    characters += 1
                    if byte == UInt8(ascii: ",") { commas += 1 }
                    if byte == UInt8(ascii: "&"), text.has("nbsp;", at: index) {
                        index += 5
                        characters -= 1
                    }
                } else if byte >= 0xC0 {
                    characters += byte >= 0xE3 && byte < 0xF0 ? 2 : 1
                    let mayBeComma = byte == 0xD8 || byte == 0xE3 || byte == 0xEF
                    if mayBeComma, TextCount.commas.contains(where: { text.has($0, at: index - 1) }) { commas += 1 }
                }
            }
        }
    }

    private static let commas: [StaticString] = ["、", "。", "，", "،"]
}
