internal import FeedModel

/// A port of 127.0.0.1 that refuses connections, and that no other program gets while this value lives.
public final class ClosedPort: Sendable {
    public let number: Int
    private let socket: Int32

    public init() {
        guard let socket = Loopback.bound() else { preconditionFailure("no port of 127.0.0.1 is free") }
        self.socket = socket
        number = Loopback.port(of: socket)
    }

    deinit { close(socket) }
}

/// The socket calls on 127.0.0.1 that the server needs.
enum Loopback {
    static func listener() -> Int32? {
        guard let socket = bound() else { return nil }
        return listen(socket, 512) == 0 ? socket : nil
    }

    static func port(of socket: Int32) -> Int {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    static func nextConnection(to listener: Int32) -> Int32? {
        while true {
            let connection = accept(listener, nil, nil)
            if connection >= 0 { return prepared(connection) }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// Connects once and hangs up, so that an `accept` returns.
    static func knock(on port: Int) {
        let socket = prepared(plainSocket())
        var address = loopback(port: port)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        close(socket)
    }

    /// The lines of the next request up to the empty one; later bytes stay in `rest`. Nil at the end.
    static func readHead(from connection: Int32, rest: inout [UInt8]) -> String? {
        let end: [UInt8] = [13, 10, 13, 10]
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            for start in rest.indices where rest[start...].starts(with: end) {
                defer { rest.removeFirst(start + end.count) }
                return String(decoding: rest[..<start], as: UTF8.self)
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            rest += buffer[..<count]
        }
    }

    /// The next bytes, of which `rest` may have some already. Nil where the connection ends before.
    static func readBody(of length: Int, from connection: Int32, rest: inout [UInt8]) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while rest.count < length {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            rest += buffer[..<count]
        }
        defer { rest.removeFirst(length) }
        return Array(rest[..<length])
    }

    static func sendAll(_ bytes: [UInt8], over connection: Int32) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Whether the client closes the connection within this time.
    static func isClosed(_ connection: Int32, within milliseconds: Int) -> Bool {
        var entry = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(milliseconds)) > 0
    }

    static func waitForEnd(of connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
    }

    static func resetWhenClosed(_ connection: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// A socket with a port, not listening yet.
    static func bound() -> Int32? {
        let socket = prepared(plainSocket())
        var address = loopback(port: 0)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return code == 0 ? socket : nil
    }

    private static func plainSocket() -> Int32 {
        #if canImport(Glibc)
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    /// Keeps the socket from child processes, and writing to a closed connection from raising SIGPIPE.
    private static func prepared(_ socket: Int32) -> Int32 {
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var on: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return socket
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
