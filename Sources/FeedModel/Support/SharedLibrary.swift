/// Opens C libraries that are not linked.
package enum SharedLibrary {
    /// Why no library could be opened.
    package enum Failure: Error {
        case notInstalled
        /// The loader's words about a library that is there, such as one that needs another one.
        case broken(String)

        /// In words for the user, with the packages to install.
        package func message(for library: Dependency) -> String {
            switch self {
            case .notInstalled: "\(library.name) is not installed; \(library.advice)"
            case .broken(let fault):
                "\(library.name) cannot be loaded: \(fault); reinstall the package \(library.packages)"
            }
        }
    }

    /// Opens the first library of these names that can be opened.
    package static func open(_ names: [String]) -> Result<UnsafeMutableRawPointer, Failure> {
        var failure = Failure.notInstalled
        for name in names {
            // Lazy: the libraries that curl needs have thousands of functions that no feed calls.
            if let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL) { return .success(library) }
            let words = dlerror().map { String(cString: $0) } ?? ""
            // Else it is not the library itself that is missing, but one that it needs, or memory for it. The words of
            // glibc, musl and macOS.
            let isMissing =
                words.hasPrefix("\(name): cannot open shared object file: No such file")
                || words.contains("\(name): No such file") || words.contains("(no such file)")
            if !isMissing, !words.isEmpty, case .notInstalled = failure { failure = .broken(words) }
        }
        return .failure(failure)
    }

    /// The message about a library without a function that rssium needs.
    package static func tooOld(_ library: Dependency, lacks function: String) -> String {
        "\(library.name) is too old: it has no \(function); update the package \(library.packages)"
    }
}
