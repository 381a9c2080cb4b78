import FeedCore
import Testing

@testable import rssium

@Suite struct SettingsTests {
    @Test func `each setting has a unique key, a summary and a valid default`() {
        #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
        for setting in Setting.all {
            #expect(!setting.summary.isEmpty)
            guard let usual = setting.defaultValue else { continue }
            #expect((try? Settings.checked(setting.key, usual)) != nil, "\(setting.key)")
        }
    }

    @Test func `the defaults are those of the contract`() {
        let settings = Settings()
        #expect(settings.duration(.refreshInterval) == 3600)
        #expect(settings.number(.refreshJobs) == 64)
        #expect(settings.number(.refreshHostJobs) == 2)
        #expect(settings.duration(.refreshTimeout) == 60)
        #expect(settings.size(.refreshMaxSize) == 32 << 20)
        #expect(settings.duration(.refreshMaxHold) == 604_800)
        #expect(settings.text(.refreshUserAgent) == "rssium/\(Version.number)")
        #expect(settings.number(.listLimit) == nil)
        #expect(!settings.isOn(.updateUnread))
    }

    @Test func `a value of the feed overrides the file, and the file overrides the default`() {
        let file = ConfigFile(path: "c", text: "refresh.interval = 2h\nrefresh.jobs = 8\n")
        let feed = ["refresh.interval": ["3h"], "list.limit": ["5"], "refresh.timeout": ["x"]]
        let settings = Settings(file).with(feed: feed)
        #expect(settings.duration(.refreshInterval) == 10_800)
        #expect(settings.texts(.refreshInterval).source == .feed)
        #expect(settings.texts(.refreshJobs).source == .file)
        #expect(settings.texts(.refreshTimeout).source == .default)
        #expect(settings.number(.listLimit) == nil, "a setting of the whole program cannot be set for a feed")
    }

    @Test func `an invalid line is reported with its number, and the other lines count`() {
        let text = "refresh.jobs = many\nrefesh.jobs = 3\nnonsense\n\nlist.limit = 7\nrefresh.header = none\n"
        var problems: [String] = []
        let settings = Settings(ConfigFile(path: "/c", text: text), problems: &problems)
        #expect(
            problems == [
                "/c:1: refresh.jobs expects a whole number from 1 to 1000, not \"many\"; the line is ignored",
                "/c:2: unknown setting: refesh.jobs, did you mean refresh.jobs?; the line is ignored",
                "/c:3: not a setting: expected key = value; the line is ignored",
                "/c:6: refresh.header expects a header line such as 'Name: value', not \"***\"; the line is ignored",
            ])
        #expect(settings.number(.listLimit) == 7)
        #expect(settings.number(.refreshJobs) == 64)
    }

    @Test func `a header line may be repeated`() {
        let text = "refresh.header = A: b\nrefresh.header = C: d\nread.pager = x\nread.pager = y\n"
        let file = ConfigFile(path: "c", text: text)
        #expect(Settings(file).texts(.refreshHeader).texts == ["A: b", "C: d"])
        #expect(Settings(file).texts(.readPager).texts == ["y"])
    }

    @Test(arguments: [
        (Setting.refreshHeader, "Authorization: Bearer x", "Authorization: ***"),
        (.refreshHeader, "X-Api-Key: 1", "X-Api-Key: ***"), (.refreshHeader, "X-Session: 1", "X-Session: ***"),
        (.refreshHeader, "Accept-Language: de", "Accept-Language: de"),
        (.refreshProxy, "http://me:pw@proxy:80", "http://***@proxy:80"),
        (.refreshProxy, "http://proxy:80", "http://proxy:80"),
        (.refreshProxy, "me:pw@proxy", "***@proxy"), (.readPager, "less@x", "less@x"),
    ])
    func `a secret is masked`(setting: Setting, value: String, shown: String) {
        #expect(setting.shown(value) == shown)
    }
}
