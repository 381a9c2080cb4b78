# For Homebrew, on Linux and macOS. Not tried with one: see README.md in this folder.
class Rssium < Formula
  desc "RSS reader for the shell"
  homepage "@HOMEPAGE@"
  url "@REPOSITORY@", tag: "v@VERSION@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "swift" => :build
  depends_on "curl"
  depends_on "libxml2"
  depends_on "sqlite"

  def install
    # Homebrew's libraries are not where the system looks for them, so they are linked.
    system "make", "all", "LINK=1"
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    (testpath/"feed.xml").write <<~XML
      <rss version="2.0"><channel><title>Feed</title><item><title>First</title><guid>1</guid></item></channel></rss>
    XML
    system bin/"rssium", "--db", testpath/"db", "add", testpath/"feed.xml"
    assert_match "First", shell_output("#{bin}/rssium --db #{testpath}/db list")
  end
end
