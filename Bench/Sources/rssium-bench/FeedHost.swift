internal import FeedCore

/// nginx, serving a folder of feeds on loopback with its own configuration. Its process is separate, so its work does
/// not count as ours.
struct FeedHost: ~Copyable {
    let port: UInt16
    private let process: pid_t

    /// - Parameter scratch: the folder for its files.
    init(serving folder: String, scratch: String) throws {
        (port, process) = try FeedHost.start(folder, scratch + "/nginx")
    }

    private static func start(_ folder: String, _ home: String) throws -> (UInt16, pid_t) {
        let port = try freePort()
        try Files.makeFolder(home)
        try Files.write(configuration(folder, home, port), to: home + "/nginx.conf")
        let process = try Child.spawn(
            [program, "-p", home, "-c", home + "/nginx.conf", "-e", home + "/error.log"], environment: [], input: nil,
            output: 2)
        for _ in 0..<500 {
            if answers(on: port) { return (port, process) }
            var status: Int32 = 0
            guard waitpid(process, &status, WNOHANG) == 0 else { throw BenchError("nginx did not start") }
            usleep(10_000)
        }
        kill(process, SIGTERM)
        throw BenchError("nginx does not answer")
    }

    deinit {
        kill(process, SIGTERM)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Debian installs it in a folder that is not in a user's PATH.
    private static var program: String {
        access("/usr/sbin/nginx", X_OK) == 0 ? "/usr/sbin/nginx" : "nginx"
    }

    /// One process in the foreground. It sends `ETag` and `Last-Modified`, and 304 where the feed has not changed.
    private static func configuration(_ folder: String, _ home: String, _ port: UInt16) -> String {
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "    \($0)_temp_path \(home)/\($0);" }
        return """
            daemon off;
            master_process off;
            pid \(home)/nginx.pid;
            events { worker_connections 1024; }
            http {
            \(paths.joined(separator: "\n"))
                access_log off;
                default_type application/xml;
                if_modified_since before;
                keepalive_requests 100000;
                server {
                    listen 127.0.0.1:\(port) backlog=1024;
                    root \(folder);
                    location = /reader/reader/api/0/stream/items/ids {
                        if ($arg_xt) { rewrite ^ /reader/unread.json break; }
                        if ($arg_ot) { rewrite ^ /reader/recent.json break; }
                        rewrite ^ /reader/starred.json break;
                    }
                    location = /reader/reader/api/0/subscription/list { rewrite ^ /reader/feeds.json break; }
                    types { audio/mpeg mp3; application/json json; }
                }
            }

            """
    }

    // MARK: Ports

    private static func answers(on port: UInt16) -> Bool {
        withSocket { socket, address, size in
            connect(socket, address, size) == 0
        }(port) ?? false
    }

    /// A port that currently has no listener.
    private static func freePort() throws -> UInt16 {
        let found = withSocket { (socket, address, size) -> UInt16? in
            guard bind(socket, address, size) == 0 else { return nil }
            var bound = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutablePointer(to: &bound) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
            }
            return code == 0 ? UInt16(bigEndian: bound.sin_port) : nil
        }(0)
        guard let port = found ?? nil else { throw BenchError("no port is free") }
        return port
    }

    /// Calls `body` with a socket and an address of the loopback interface.
    private static func withSocket<Result>(
        _ body: @escaping (Int32, UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> (UInt16) -> Result? {
        { port in
            #if canImport(Darwin)
                let stream = SOCK_STREAM
            #else
                let stream = Int32(SOCK_STREAM.rawValue)
            #endif
            let descriptor = socket(AF_INET, stream, 0)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }
}
