/// What an article or a feed can name any number of times, each kept once: tags, authors, files.
///
/// A list of more than `maxListCount` is no feed's, and to look through it for each new one would take the square of its
/// length: the rest is left out.
let maxListCount = 250

extension Array where Element: Equatable {
    /// Adds what is not there yet.
    mutating func appendIfAbsent(_ element: Element) {
        guard count < maxListCount, !contains(element) else { return }
        append(element)
    }
}

extension Array where Element == Enclosure {
    /// Adds a file whose address is not there yet.
    mutating func appendFileIfAbsent(_ file: Enclosure) {
        guard count < maxListCount, !contains(where: { $0.url == file.url }) else { return }
        append(file)
    }
}
