/// Opens C libraries that are not linked.
enum SharedLibrary {
    /// The first library of these names that can be opened, or why none can: `nil` if none is installed.
    static func open(_ names: [String]) -> (library: UnsafeMutableRawPointer?, fault: String?) {
        var fault: String?
        for name in names {
            if let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return (library, nil) }
            let words = dlerror().map { String(cString: $0) } ?? ""
            // Else it is not the library itself that is missing, but one that it needs, or memory for it. The words of
            // glibc, musl and macOS.
            let isMissing =
                words.hasPrefix("\(name): cannot open shared object file: No such file")
                || words.contains("\(name): No such file") || words.contains("(no such file)")
            if !isMissing, !words.isEmpty { fault = fault ?? words }
        }
        return (nil, fault)
    }
}
