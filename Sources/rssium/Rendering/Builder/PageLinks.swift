internal import FeedCore

/// The addresses that a page links to, each with one number.
struct PageLinks {
    enum Target: Hashable {
        case address(String)
        /// A link within the page. It has an address if the text lacks its target.
        case anchor(address: String?)
    }

    private let own: OwnPage?
    /// The address of the page itself, without a fragment.
    private let address: Substring?
    private(set) var addresses: [String] = []
    private var numbers: [String: Int] = [:]

    private let tree: HTMLTree
    private lazy var anchors = HTMLAnchors(tree)

    /// - Parameter own: the address of the page itself.
    init(of own: String?, _ tree: HTMLTree) {
        self.own = own.map { OwnPage($0) }
        address = own?.prefix { $0 != "#" }
        self.tree = tree
    }

    /// The number of an address, from 1 in the order of the first request.
    mutating func number(of address: String) -> Int {
        if let number = numbers[address] { return number }
        addresses.append(address)
        numbers[address] = addresses.count
        return addresses.count
    }

    /// The number of an address that the page has shown.
    func knownNumber(of address: String) -> Int? { numbers[address] }

    /// The target of a reference; nil if it has none.
    mutating func target(_ reference: String) -> Target? {
        let reference = reference.utf8.first == UInt8(ascii: "h") ? reference : reference.trimmed
        if reference.utf8.first == UInt8(ascii: "#") { return anchor(reference.dropFirst()) }
        guard let address = webAddress(reference) else { return nil }
        guard let fragment = own?.fragment(of: address) else { return .address(address) }
        return .anchor(address: anchors.contains(fragment) ? nil : address)
    }

    private mutating func anchor(_ fragment: Substring) -> Target {
        guard let address, !anchors.contains(fragment) else { return .anchor(address: nil) }
        return .anchor(address: webAddress("\(address)#\(fragment)"))
    }

    /// The address that gets a number; nil for scripts, data, files and places of the page.
    func webAddress(_ reference: String) -> String? {
        if reference.utf8.starts(with: "http".utf8), !reference.utf8.contains(where: { $0 <= 0x20 }) {
            return reference
        }
        let reference = PageLinks.percentEncoded(reference.trimmed)
        guard !reference.isEmpty, !reference.hasPrefix("#") else { return nil }
        let beginning = reference.prefix(11).lowercased()
        let isLeft = ["javascript:", "data:", "about:", "vbscript:", "file:"].contains { beginning.hasPrefix($0) }
        return isLeft ? nil : reference
    }

    /// As in browsers, line ends and tabs go, and a space is percent-encoded (URL Standard, 4.4).
    private static func percentEncoded(_ address: String) -> String {
        let bytes = address.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }
        return String(decoding: bytes, as: UTF8.self).replacing(" ", with: "%20")
    }
}
