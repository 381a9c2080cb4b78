import TestSupport
import Testing

@testable import rssiumTests

/// Downloads whose program is killed or stopped.
@Suite struct DownloadKillTests {
    private let podcast = Podcast()

    @Test func `killed again and again, the files are equal to the byte`() async {
        let files = ["/a.mp3": Podcast.bytes(400_000), "/b.mp3": Podcast.bytes(300_000, seed: 7)]
        podcast.server.answer { request in
            files[request.path].map { .file($0, for: request).dripping(20_000, everyMilliseconds: 5) }
        }
        await podcast.subscribe(["/a.mp3", "/b.mp3"])
        var dice = Dice(seed: 20)
        for _ in 0..<12 {
            let pause = Double(dice.roll(180) + 10) / 1000
            await podcast.program.shell("timeout -s KILL \(pause) rssium download --to d --all")
        }
        let ending = await podcast.download("--all")
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(await podcast.files == ["Pod/2020-11-20 Episode 1.mp3", "Pod/2020-11-20 Episode 2.mp3"])
        #expect(podcast.content("Pod/2020-11-20 Episode 2.mp3") == files["/a.mp3"])
        #expect(podcast.content("Pod/2020-11-20 Episode 1.mp3") == files["/b.mp3"])
    }

    @Test(arguments: [(2, 130), (15, 143)] as [(Int32, Int32)])
    func `a signal ends it, and the part stays`(signal: Int32, code: Int32) async {
        let body = Podcast.bytes(300_000)
        podcast.server.answer { request in
            guard request.path == "/a.mp3" else { return nil }
            return request.rangeStart == nil
                ? .file(body, for: request, cut: 50_000).thenSilence() : .file(body, for: request)
        }
        await podcast.subscribe(["/a.mp3"])
        let program = podcast.program.startShell("exec rssium download --to d 1")
        await podcast.server.received(2)
        await podcast.program.shell("until cat d/*/*.part 2>/dev/null | grep -q .; do :; done")
        program.send(signal: signal)
        #expect(await program.end().code == code)
        #expect(await podcast.download("1").code == 0)
        #expect(podcast.content("Pod/2020-11-20 Episode 1.mp3") == body)
    }
}
