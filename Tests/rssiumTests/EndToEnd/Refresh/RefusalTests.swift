import TestSupport
import Testing

/// What `add`, `refresh` and `feeds` say of a server that refuses.
@Suite struct RefusalTests {
    @Test(arguments: [
        (
            401,
            "HTTP 401 Unauthorized: the user or the password is missing or wrong: user@ in the URL, ~/.netrc, refresh.password-command"
        ),
        (403, "HTTP 403 Forbidden: the server refuses the request; another refresh.user-agent may help"),
        (404, "HTTP 404 Not Found"),
        (407, "HTTP 407 Proxy Authentication Required: put the user and the password into refresh.proxy"),
        (410, "HTTP 410 Gone: the address is gone for good; its site may have a new one"),
    ])
    func `a refusal says what the user can do`(status: Int, message: String) async {
        let shelf = await SubscribedProgram.subscribed("/a.xml", title: "A")
        shelf.server.answer { _ in .status(status) }
        let (known, new) = (shelf.server.url("/a.xml"), shelf.server.url("/b.xml"))
        #expect(await shelf.program.run("add", new) == .error("cannot add \(new): \(message)"))
        let refreshed = await shelf.program.run("refresh")
        #expect(refreshed.errorLines.first == "rssium: cannot refresh A (\(known)): \(message)")
        #expect(await shelf.program.run("feeds", "--fields", "error,success").stdout == "\(message)\t1/2\n")
    }
}
