import FeedCore
import TestSupport

extension Program {
    /// Writes a shell script that can be run into the home folder. Returns its name there: `~/NAME`.
    func script(_ name: String, _ lines: String) -> String {
        folder.write(program: "#!/bin/sh\n" + lines + "\n", to: name)
        return "~/" + name
    }

    /// A script that prints a feed with these articles, after some other lines.
    func feedScript(_ name: String, _ items: [String], before lines: String = "") -> String {
        folder.write(SubscribedProgram.rss("Printed", items), to: name + ".xml")
        return script(name, lines + "\ncat ~/\(name).xml")
    }
}
