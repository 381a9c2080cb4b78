import FeedCore
import TestSupport
import Testing

@testable import rssium

@Suite struct PathsTests {
    @Test func `the option overrides the variable, and the variable the default path`() throws {
        let variables = [
            "HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "RSSIUM_DB": "/x.db", "RSSIUM_CONFIG": "/x",
        ]
        let given = Paths(database: "o.db", config: "o", environment: Environment(variables))
        #expect(try [given.database(), given.config()] == ["o.db", "o"])
        let told = Paths(environment: Environment(variables))
        #expect(try [told.database(), told.config()] == ["/x.db", "/x"])
    }

    @Test(arguments: [
        (["HOME": "/h"], "/h/.local/share/rssium/rssium.db", "/h/.config/rssium/config"),
        (["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c"], "/d/rssium/rssium.db", "/c/rssium/config"),
        (
            ["HOME": "/h", "XDG_DATA_HOME": "d", "XDG_CONFIG_HOME": ""], "/h/.local/share/rssium/rssium.db",
            "/h/.config/rssium/config"
        ),
    ])
    func `the default paths are those of the XDG specification`(
        variables: [String: String], database: String, config: String
    ) throws {
        let paths = Paths(environment: Environment(variables))
        #expect(try paths.database() == database && paths.config() == config)
    }

    @Test func `without a home the error names the option to give`() {
        let error = #expect(throws: PathError.self) { try Paths(environment: Environment([:])).database() }
        #expect(error?.message == "cannot tell where the database is: HOME is not set; give --db PATH")
    }

    @Test(arguments: [
        ("/var/log/x", "/var/log/x"), ("~/x", "/home/ann/x"), ("x/y", "/etc/rssium/x/y"), ("~x", "/etc/rssium/~x"),
    ])
    func `a path is absolute, or begins at the home or at the config file`(written: String, path: String) {
        let paths = Paths(config: "/etc/rssium/config", environment: Environment(["HOME": "/home/ann"]))
        #expect(paths.resolved(written) == path)
    }
}
