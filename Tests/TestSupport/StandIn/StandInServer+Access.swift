/// Signing in, and the addresses beside the API.
extension StandInServer {
    var signInToken: String {
        let generation = state.change { $0.generation }
        return user + "/" + StandInText.hexadecimal(UInt64(generation) &* 0x9E37_79B9_7F4A_7C15, digits: 40)
    }

    var writeToken: String {
        if dialect == .miniflux { return signInToken }
        let generation = state.change { $0.writeGeneration }
        return StandInText.hexadecimal(UInt64(generation) &* 0x2545_F491_4F6C_DD1D, digits: 57)
    }

    func login(_ request: StandInRequest) -> Answer {
        let (password, isOff) = state.change { ($0.password, $0.isSwitchedOff) }
        if isOff { return switchedOff }
        guard request.method == "POST" else { return text(dialect == .freshRSS ? 400 : 404, "Bad Request!") }
        guard let name = request["Email"], let given = request["Passwd"], !name.contains(" ") else {
            return dialect == .freshRSS ? text(400, "Bad Request!") : refused
        }
        guard name == user, given == password else {
            guard dialect == .bazQux else { return refused }
            return text(403, "Error=BadAuthentication\n", headers: [("X-BQ-LoginErrorReason", "BadAuthentication")])
        }
        return text(200, "SID=\(signInToken)\nLSID=null\nAuth=\(signInToken)\n")
    }

    /// 401 in the words of the server.
    private var refused: Answer {
        switch dialect {
        case .miniflux: json("{\"error_message\":\"Access Unauthorized\"}", status: 401)
        default: text(401, "Unauthorized!", headers: [("Google-Bad-Token", "true")])
        }
    }

    private var switchedOff: Answer { dialect == .freshRSS ? text(503, "Service Unavailable!") : refused }

    /// The answer to a request that is not authorised; nil for one that is.
    func refusal(of request: StandInRequest, _ call: StandInCall) -> Answer? {
        if state.change({ $0.isSwitchedOff }) { return switchedOff }
        let isPost = request.method == "POST"
        if dialect.postNeedsToken, isPost { return request["T"] == signInToken ? nil : refused }
        guard request.authorization == "GoogleLogin auth=" + signInToken else { return refused }
        let isChecked = call == .editTag || dialect != .freshRSS
        guard isPost, isChecked, let token = request["T"], !["", "x"].contains(token), token != writeToken else {
            return nil
        }
        return text(401, "Unauthorized!", headers: [("X-Reader-Google-Bad-Token", "true")])
    }

    /// An address outside the API.
    func other(_ request: StandInRequest) -> Answer {
        switch dialect {
        case .freshRSS: freshRSSPage(request)
        // Any path of the API that it does not know.
        case .miniflux where request.path.hasPrefix("/reader/api/0"): json("[]")
        case .miniflux, .theOldReader, .bazQux, .minifluxAPI, .oldMinifluxAPI, .fever, .nextcloud:
            request.path == "/" || request.path.isEmpty ? page("<p>Welcome</p>") : text(404, "Not Found")
        }
    }

    private func freshRSSPage(_ request: StandInRequest) -> Answer {
        switch request.path {
        case "/", "": .redirect(302, to: "/i/?rid=5f1")
        case "/i/", "/i": page("<p>Sign in</p>")
        case dialect.basePath, dialect.basePath + "/": text(200, "OK")
        case dialect.basePath + "/check/compatibility": text(200, "PASS")
        case "/api", "/api/", "/api/index.php":
            page(
                "<script id=\"jsonVars\" type=\"application/json\">"
                    + "{\"greader\":\(StandInText.json(base))}</script>")
        // PHP passes what follows the program.
        case _ where request.path.hasPrefix(dialect.basePath): text(400, "Bad Request!")
        default: .status(404, headers: [("Content-Type", "text/html")], body: Array("<h1>Not Found</h1>".utf8))
        }
    }

    private func page(_ content: String) -> Answer {
        .document(
            "<!DOCTYPE html><html><head><title>Reader</title></head><body>\(content)</body></html>",
            type: "text/html")
    }
}
