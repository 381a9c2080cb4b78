/// The version of the program.
enum Version {
    static let number = "1.0.0"
    /// The date of the version, for the man page.
    static let date = "2026-11-22"

    /// The version of Swift that the program was built with.
    #if compiler(>=6.5)
        static let swift = "6.5 or newer"
    #elseif compiler(>=6.4)
        static let swift = "6.4"
    #elseif compiler(>=6.3)
        static let swift = "6.3"
    #elseif compiler(>=6.2)
        static let swift = "6.2"
    #elseif compiler(>=6.1)
        static let swift = "6.1"
    #else
        static let swift = "6.0"
    #endif
}
