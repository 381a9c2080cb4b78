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
        #expect(settings.number(.listLimit) == 7 && settings.number(.refreshJobs) == 64)
    }

    @Test(arguments: [("none", nil), ("yes", nil), ("no", 0), ("0", 0), ("7", 7)] as [(String, Int?)])
    func `what keep.unread protects`(written: String, count: Int?) {
        let own = RetentionSettings(Settings(), [FeedID(rawValue: 1): ["keep.unread": written]])
        #expect(own.of(FeedID(rawValue: 1)).unread == count)
    }

    @Test(arguments: [
        ("none", ""), ("socks5://h:1", "socks5h://h:1"), ("SOCKS4://a:b@h:1", "socks4a://a:b@h:1"),
        ("socks5h://h:1", "socks5h://h:1"), ("http://p:1", "http://p:1"), ("p:1", "p:1"),
    ])
    func `a SOCKS proxy resolves names itself, and none means a direct connection`(written: String, used: String) {
        #expect(Settings().refreshing(["refresh.proxy": written]).proxy == used)
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
