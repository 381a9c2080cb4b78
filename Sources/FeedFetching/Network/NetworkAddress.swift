/// An IPv4 or IPv6 address, and whether it is one of the public Internet.
struct NetworkAddress: Hashable, Sendable {
    /// 4 or 16 bytes, the highest first.
    let bytes: [UInt8]

    /// Parses the host of a URL: IPv6 with or without brackets and zone, IPv4 also with fewer parts, octal, hexadecimal or
    /// as one number (`127.1`, `0177.0.0.1`, `2130706433`), because resolvers read those too. Nil for a name.
    init?(literal host: String) {
        var text = host[...]
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        if text.utf8.contains(UInt8(ascii: ":")) {
            var address = in6_addr()
            guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &address) == 1 else { return nil }
            bytes = withUnsafeBytes(of: address) { Array($0) }
        } else {
            if text.last == "." { text = text.dropLast() }
            var address = in_addr()
            guard inet_aton(String(text), &address) != 0 else { return nil }
            bytes = withUnsafeBytes(of: address) { Array($0) }
        }
    }

    /// The address that a socket is to be connected to; nil for one of another family.
    init?(socket family: Int32, _ address: UnsafeRawBufferPointer) {
        switch family {
        case AF_INET where address.count >= MemoryLayout<sockaddr_in>.size:
            bytes = withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6 where address.count >= MemoryLayout<sockaddr_in6>.size:
            bytes = withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: return nil
        }
    }

    private init(bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

    /// An address of the public Internet: not of this machine, a private or local network, a group, or documentation
    /// (the special-purpose registries of RFC 6890, and RFC 4291).
    var isPublic: Bool {
        if let embedded { return embedded.isPublic }
        if bytes.count == 4 { return !NetworkAddress.specialIPv4.contains { $0.contains(self) } }
        return NetworkAddress.globalUnicast.contains(self) && !NetworkAddress.specialIPv6.contains { $0.contains(self) }
    }

    /// An address of this machine. A connection to the unspecified address leads to it, too.
    var isLoopback: Bool {
        if let embedded { return embedded.isLoopback }
        if bytes.count == 4 { return bytes[0] == 127 || bytes.allSatisfy { $0 == 0 } }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
    }

    /// The IPv4 address that an IPv6 address leads to: mapped (RFC 4291), NAT64 (RFC 6052), 6to4 (RFC 3056).
    private var embedded: NetworkAddress? {
        guard bytes.count == 16 else { return nil }
        if NetworkAddress.mapped.contains(self) || NetworkAddress.nat64.contains(self) {
            return NetworkAddress(bytes: bytes[12...])
        }
        return NetworkAddress.sixToFour.contains(self) ? NetworkAddress(bytes: bytes[2..<6]) : nil
    }

    /// All addresses that begin with the same bits.
    struct Block: Sendable {
        private let first: NetworkAddress?
        private let length: Int

        init(_ first: String, _ length: Int) {
            self.first = NetworkAddress(literal: first)
            self.length = length
        }

        func contains(_ address: NetworkAddress) -> Bool {
            guard let first, first.bytes.count == address.bytes.count else { return false }
            let whole = length / 8
            guard first.bytes[..<whole] == address.bytes[..<whole] else { return false }
            let mask = ~(UInt8.max >> (length % 8))
            return length % 8 == 0 || first.bytes[whole] & mask == address.bytes[whole] & mask
        }
    }

    private static let specialIPv4 = [
        // This network, private networks, carriers' networks, this machine, link-local.
        Block("0.0.0.0", 8), Block("10.0.0.0", 8), Block("100.64.0.0", 10), Block("127.0.0.0", 8),
        Block("169.254.0.0", 16), Block("172.16.0.0", 12), Block("192.168.0.0", 16),
        // Protocols, documentation, relays of 6to4, measurements.
        Block("192.0.0.0", 24), Block("192.0.2.0", 24), Block("198.51.100.0", 24), Block("203.0.113.0", 24),
        Block("192.88.99.0", 24), Block("198.18.0.0", 15),
        // Groups, reserved addresses and broadcast.
        Block("224.0.0.0", 3),
    ]

    /// All that IANA has given out for single hosts; unique local, link-local, groups and the rest are outside.
    private static let globalUnicast = Block("2000::", 3)
    private static let specialIPv6 = [
        // Protocols, Teredo among them; documentation.
        Block("2001::", 23), Block("2001:db8::", 32), Block("3fff::", 20),
    ]
    private static let mapped = Block("::ffff:0:0", 96)
    private static let nat64 = Block("64:ff9b::", 96)
    private static let sixToFour = Block("2002::", 16)
}
