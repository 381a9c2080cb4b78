/// Pages that protections against bots send instead of a document.
extension Response {
    /// Advice for the user about such a page.
    package static let challengeAdvice =
        "a test for browsers, which no feed reader passes; another refresh.user-agent, a Cookie in refresh.header, or a "
        + "program with `rssium add --exec` may help"

    /// Whether the head says so, or the beginning of the page has the marks of one of these protections. Only pages of HTML
    /// are looked at.
    var looksLikeChallenge: Bool {
        let beginning = body.prefix(Response.challengeByteLimit)
        if status < 400 {
            // Nearly all other answers are feeds, or say that nothing has changed.
            let text = beginning.drop { $0 <= 0x20 }
            guard text.first == UInt8(ascii: "<"), let second = text.dropFirst().first, "hH!".utf8.contains(second)
            else { return false }
        }
        if headers["cf-mitigated"]?.lowercased() == "challenge" { return true }
        return beginning.withUnsafeBufferPointer { $0.contains(anyOf: Response.challengeMarks) }
    }

    private static let challengeByteLimit = 4 << 10

    /// In lower case.
    private static let challengeMarks = [
        "just a moment...</title>", "attention required! | cloudflare", "/cdn-cgi/challenge-platform/",
        "cf-browser-verification",
        "cf_chl_opt", "checking your browser before", "<title>ddos-guard", "enable javascript and cookies to continue",
        "making sure you're not a bot", "making sure you&#39;re not a bot", "verify you are human",
        "verifying you are human", "/_incapsula_resource", "sucuri website firewall", "window._pxappid",
        "geo.captcha-delivery.com", "/.within.website/x/cmd/anubis",
    ]
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether one of the words, which are in lower case, is in the text in letters of either case.
    fileprivate func contains(anyOf words: [String]) -> Bool {
        let text = String(decoding: map(ASCII.lowercased), as: UTF8.self)
        return words.contains { text.contains($0) }
    }
}
