extension ArticleText {
    /// The text without markup, as one piece of plain text.
    public var plain: String { String(decoding: plainBytes, as: UTF8.self) }
    /// The same as UTF-8.
    public var plainBytes: [UInt8] { HTMLText.plainBytes(self) }
}
