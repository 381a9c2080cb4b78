extension ArticleText {
    /// The text without markup, as one piece of plain text.
    public var plain: String { String(decoding: HTMLText.plainBytes(self), as: UTF8.self) }
}
