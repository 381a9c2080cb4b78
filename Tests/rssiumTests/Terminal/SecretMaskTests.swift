import Testing

@testable import rssium

@Suite struct SecretMaskTests {
    @Test(arguments: [
        ("http://user:s3cr3t@127.0.0.1:1/zzz", "http://***@127.0.0.1:1/zzz"),
        ("//user:s3cr3t@h/x", "//***@h/x"), ("feed:user:s3cr3t@h", "***@h"), ("feed://user:s3cr3t@h", "feed://***@h"),
        ("user:s3cr3t@h:1/x", "***@h:1/x"), ("not \"http://user:s3cr3t@h\"; see", "not \"http://***@h\"; see"),
        ("cannot add T (http://s3cr3t@h/): why", "cannot add T (http://***@h/): why"),
        ("http://user:s3c/r3t@h/", "http://***@h/"), ("http://user:s3@cr3t@h/", "http://***@h/"),
        ("user:s3//cr3t@h", "***@h"), ("https://h/?next=http://user:s3cr3t@i/", "https://h/?next=http://***@i/"),
    ])
    func `names and passwords are masked`(text: String, masked: String) {
        #expect(SecretMask.text(text) == masked)
        #expect(SecretMask.text(masked) == masked)
    }

    @Test(arguments: [
        "user@example.org", "https://example.org/@user/feed", "http://127.0.0.1:8801/@user", "http://[::1]:80/@user",
        "no feed\tx  at  all:", "3: mail to me@example.org", "--items: //li[@class='x]", "//a/@href",
        "(//p[@id='a:b'])[1]",
    ])
    func `text without a password stays as it is`(text: String) {
        #expect(SecretMask.text(text) == text)
    }

    @Test func `spaces may be part of an address that the user typed`() {
        #expect(SecretMask.word("http://user:s3 cr3t@h/") == "http://***@h/")
    }
}
