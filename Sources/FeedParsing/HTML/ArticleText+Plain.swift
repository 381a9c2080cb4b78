extension ArticleText {
    /// The text without markup.
    public var plain: String { String(decoding: plainBytes, as: UTF8.self) }
    /// The same as UTF-8.
    public var plainBytes: [UInt8] { HTMLText(self).bytes }
    /// The beginning of the text on one line, as lists show it.
    package var excerpt: String { HTMLText(self).excerpt() }
}
