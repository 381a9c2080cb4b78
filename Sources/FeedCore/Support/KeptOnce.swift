/// What an article or a feed can name any number of times, each kept once: tags, authors, files.
///
/// A list of more than `listLimit` is no feed's, and to look through it for each new one would take the square of its
/// length: the rest is left out.
let listLimit = 250

extension Array where Element: Equatable {
    /// Adds what is not there yet.
    mutating func appendOnce(_ element: Element) {
        guard count < listLimit, !contains(element) else { return }
        append(element)
    }
}

extension Array where Element == Enclosure {
    /// Adds a file whose address is not there yet.
    mutating func appendFile(_ file: Enclosure) {
        guard count < listLimit, !contains(where: { $0.url == file.url }) else { return }
        append(file)
    }
}
