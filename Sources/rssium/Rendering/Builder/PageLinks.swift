/// The links of a page: where each leads, and its number, which is the same for the same address.
struct PageLinks {
    /// Where a reference leads.
    enum Target: Hashable {
        case address(String)
        /// A place of the page itself, by its name.
        case place(String)
    }

    /// The address of the page itself.
    var own: String? {
        didSet { ownBase = own.map(PageLinks.withoutPlace) }
    }
    private var ownBase: Substring?
    private(set) var addresses: [String] = []
    private var numbers: [String: Int] = [:]

    /// The number of an address, counted from 1 in the order in which they are asked for.
    mutating func number(of address: String) -> Int {
        if let number = numbers[address] { return number }
        addresses.append(address)
        numbers[address] = addresses.count
        return addresses.count
    }

    func isNumbered(_ address: String) -> Bool { numbers[address] != nil }

    /// Takes back the numbers of all addresses but the first so many: nothing that is shown has them.
    mutating func keepFirst(_ count: Int) {
        for address in addresses[count...] { numbers[address] = nil }
        addresses.removeSubrange(count...)
    }

    /// Where a reference leads; nil where it leads nowhere.
    func target(_ reference: String) -> Target? {
        let reference = reference.utf8.first == UInt8(ascii: "h") ? reference : reference.trimmed
        if reference.utf8.first == UInt8(ascii: "#") { return .place(String(reference.dropFirst())) }
        guard let address = outerAddress(reference) else { return nil }
        if let ownBase, let mark = address.utf8.firstIndex(of: UInt8(ascii: "#")), address[..<mark] == ownBase {
            return .place(String(address[mark...].dropFirst()))
        }
        return .address(address)
    }

    /// The address that is worth a number; nil for what runs, and for what is within the page.
    func outerAddress(_ reference: String) -> String? {
        if reference.utf8.starts(with: "http".utf8), !reference.utf8.contains(where: { $0 <= 0x20 }) {
            return reference
        }
        let reference = PageLinks.withoutBlanks(reference.trimmed)
        guard !reference.isEmpty, !reference.hasPrefix("#") else { return nil }
        let beginning = reference.prefix(11).lowercased()
        let runs = ["javascript:", "data:", "about:", "vbscript:"].contains { beginning.hasPrefix($0) }
        return runs ? nil : reference
    }

    /// As browsers take it: line ends and tabs in an address are nothing, a blank is written as such (URL Standard, 4.4).
    private static func withoutBlanks(_ address: String) -> String {
        let bytes = address.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }
        return String(decoding: bytes, as: UTF8.self).replacing(" ", with: "%20")
    }

    private static func withoutPlace(_ address: String) -> Substring {
        address.prefix { $0 != "#" }
    }
}
