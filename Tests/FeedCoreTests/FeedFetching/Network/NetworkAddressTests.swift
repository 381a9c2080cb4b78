import Testing

@testable import FeedFetching

/// Which addresses are of the public Internet.
@Suite struct NetworkAddressTests {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255",
        "192.169.0.0", "192.0.1.0", "192.0.3.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "203.0.114.0",
        "223.255.255.255", "134744072", "0x08080808", "010.8.8.8",
        "2606:4700::1111", "[2a00:1450:4001:81b::200e]", "2001:4860:4860::8888", "2001:200::1",
        "::ffff:8.8.8.8", "::ffff:808:808", "64:ff9b::8.8.8.8", "2002:808:808::1",
    ])
    func `an address of the public Internet`(literal: String) throws {
        #expect(try #require(NetworkAddress(literal: literal)).isPublic)
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "169.254.0.1", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.168.0.0",
        "192.168.255.255", "192.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "198.18.0.1",
        "198.19.255.255", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        // As resolvers read them.
        "127.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0177.0.0.01", "0", "127.0.0.1.", "3232235521",
        "::", "[::]", "::1", "[::1]", "[0:0:0:0:0:0:0:1]", "::127.0.0.1", "fc00::1", "fdff::1", "fe80::1",
        "fe80::1%25eth0", "[fe80::1%eth0]", "fec0::1", "ff02::1", "100::1", "2001:db8::1", "3fff::1", "2001::1",
        "2001:10::1", "5f00::1", "4000::1",
        "::ffff:127.0.0.1", "[::ffff:7f00:1]", "::ffff:10.0.0.1", "::ffff:0.0.0.0", "::ffff:0:127.0.0.1",
        "64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::8.8.8.8", "2002:7f00:1::1", "2002:c0a8:101::",
        "2002:a9fe:a9fe::1",
    ])
    func `an address of this machine, a private network, a group or documentation`(literal: String) throws {
        #expect(try !#require(NetworkAddress(literal: literal)).isPublic)
    }

    @Test(arguments: ["localhost", "example.org", "1.2.3.4.5", "256.1.1.1", "0x", "", "[", "[]", ":", "1.2.3.4:80"])
    func `a name is no address`(host: String) {
        #expect(NetworkAddress(literal: host) == nil)
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "2130706433"])
    func `an address of this machine`(literal: String) throws {
        #expect(try #require(NetworkAddress(literal: literal)).isLoopback)
    }

    @Test(arguments: ["10.0.0.1", "0.0.0.1", "8.8.8.8", "::2", "fe80::1", "::ffff:10.0.0.1", "1::"])
    func `an address of another machine`(literal: String) throws {
        #expect(try !#require(NetworkAddress(literal: literal)).isLoopback)
    }
}
