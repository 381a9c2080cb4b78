import FeedCore
import TestSupport

/// `F_SETLEASE`, which the headers show only with `_GNU_SOURCE`.
private let setLease: Int32 = 1024

extension Program {
    /// Writes a shell script that can be run into the home folder. Returns its name there: `~/NAME`.
    func script(_ name: String, _ lines: String) -> String {
        let path = folder.write("#!/bin/sh\n" + lines + "\n", to: name)
        chmod(path, 0o700)
        // A process that another test starts at this moment may hold the file open until it has loaded its program, and no
        // file that is open for writing can be run. A read lease is given only after that.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        while fcntl(descriptor, setLease, F_RDLCK) != 0, errno == EAGAIN { sched_yield() }
        close(descriptor)
        return "~/" + name
    }

    /// A script that prints a feed with these articles, after some other lines.
    func feedScript(_ name: String, _ items: [String], before lines: String = "") -> String {
        folder.write(SubscribedProgram.rss("Printed", items), to: name + ".xml")
        return script(name, lines + "\ncat ~/\(name).xml")
    }
}
