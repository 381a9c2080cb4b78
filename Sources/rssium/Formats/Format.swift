/// The formats of lists, articles and pages.
enum Format: String {
    case text, tsv, json, jsonl, markdown
    case atom, html, epub

    /// The formats that records are printed in.
    static let ofRecords: [Format] = [.text, .tsv, .json, .jsonl]
    /// Those that make one document of a list of articles, for browsers, feed readers and e-readers.
    static let ofDocuments: [Format] = [.atom, .html, .epub]
}
