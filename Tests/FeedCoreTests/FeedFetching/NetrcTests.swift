import TestSupport
import Testing

@testable import FeedCore

/// Which password goes to which host.
@Suite struct NetrcTests {
    private static let text = """
        # machine example.org login wrong password wrong
        machine example.org
            login ann   # the first one
            password "a b\\"c\\\\"
        machine example.org login bob password bobs account x
        macdef init
        machine other.example login never password never

        machine OTHER.example login eve
        machine nobody.example password alone
        machine ::1 login six password sixes
        default login guest password guests
        """

    private func login(_ host: String, _ user: String? = nil, password: String = "", of text: String = Self.text)
        -> String?
    {
        let given = user.map { Credentials(user: $0, password: password) }
        return Netrc(Array(text.utf8)).completed(given, for: host).map { $0.user + ":" + $0.password }
    }

    @Test(
        arguments: [
            ("example.org", nil, "ann:a b\"c\\"), ("EXAMPLE.org", nil, "ann:a b\"c\\"),
            ("example.org", "bob", "bob:bobs"),
            ("other.example", nil, "eve:"), ("[::1]", nil, "six:sixes"),
            ("else.example", nil, "guest:guests"),
            ("else.example", "guest", "guest:guests"), ("nobody.example", nil, "guest:guests"),
        ] as [(String, String?, String)])
    func `the first entry of a host counts, and of a user where one is named`(
        host: String, user: String?, expected: String
    ) {
        #expect(login(host, user) == expected)
    }

    @Test func `a user never gets the password of another user`() {
        #expect(login("example.org", "carol") == "carol:")
        #expect(login("other.example", "ann") == "ann:")
    }

    @Test func `a password that is given stays`() {
        #expect(login("example.org", "bob", password: "mine") == "bob:mine")
    }

    @Test(arguments: ["", "machine", "login ann password x", "machine a login", "machine a \"", "macdef x\nmachine a"])
    func `an invalid file has no entries`(text: String) {
        #expect(login("a", of: text) == nil)
    }

    @Test func `a file is read whatever its mode, and a missing one has no entries`() {
        let folder = TemporaryFolder()
        let path = folder.write("machine a login b password c", to: "netrc")
        chmod(path, 0o644)
        #expect(Netrc(path: path).completed(nil, for: "a") == Credentials(user: "b", password: "c"))
        #expect(Netrc(path: folder.file("none")).completed(nil, for: "a") == nil)
        #expect(Netrc(path: folder.path).completed(nil, for: "a") == nil)
    }
}
