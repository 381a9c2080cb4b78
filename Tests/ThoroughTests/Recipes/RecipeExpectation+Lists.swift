extension RecipeExpectation {
    static let all = reading + alerts + elsewhere + sources + lists + editors + everyday

    static let reading = [
        RecipeExpectation(
            "Choose with fzf, and read",
            look: """
                grep -c 'Text of Daily 2' fzf.preview "$PRINTED" | sed 's,.*/,,'
                rssium list --read --fields id,title
                """,
            seen: ["fzf.preview:1", "printed:1", "50\tDaily 2"]),
        RecipeExpectation(
            "A reader within fzf",
            look: """
                feeds
                cat fzf.failed 2>/dev/null
                grep -c 'Text of Daily 2' fzf.preview
                cat browser.words
                rssium list --all --limit 1 --fields flags,title
                """,
            seen: ["50\tU\tDaily 2\tThe Daily", "1", "http://example.org/Daily-2", "S\tDaily 2"]),
        RecipeExpectation("One after the other", keys: "nn", look: "rssium list --category News --count", seen: ["0"]),
        RecipeExpectation(
            "Read aloud",
            look: "head -n 1 espeak-ng.input; rssium list --category News --fields title",
            seen: ["Daily 1", "Daily 2"]),
    ]

    static let alerts = [
        RecipeExpectation(
            "In a container",
            look: """
                until rssium list --count | grep -q '^4$'; do :; done
                kill $!
                wait $!
                echo $?
                """,
            seen: ["0"]),
        RecipeExpectation(
            "The number of unread articles in a shell prompt",
            look: #"""
                echo "${PS1@P}"
                rssium mark read --all >/dev/null
                echo "<${PS1@P}>"
                """#,
            seen: ["[50] ", "<>"]),
        RecipeExpectation(
            "A tmux status line",
            look: #"sed "s,$HOME,~," tmux.words; sh -c "$(sed -n 's/.*#(\(.*\)).*/\1/p' .tmux.conf)""#,
            seen: ["source-file", "~/.tmux.conf", "50"]),
        RecipeExpectation(
            "Alerts on words",
            look: #". "$RECIPE"; cat notify-send.words"#,
            seen: ["--", "Blog: Blog 7 of the harbour"]),
        RecipeExpectation(
            "Alerts on the phone",
            look: #". "$RECIPE"; grep -c Click curl.words; tail -n 4 curl.words"#,
            seen: [
                "3", "Click: http://example.org/Friends-3", "--data-raw", "Friends 3",
                "https://ntfy.sh/my-secret-topic",
            ]),
        RecipeExpectation(
            "A digest by mail, every morning",
            look: #"""
                . "$RECIPE"
                wc -l <crontab | tr -d ' '
                cut -d ' ' -f 1-5 crontab
                sh -c "$(cut -d ' ' -f 6- crontab)"
                grep -E '^(To|Subject):' sendmail.input
                """#,
            seen: ["1", "0 7 * * *", "To: ann", "Subject: 50 new articles from 4 feeds"]),
        RecipeExpectation(
            "The morning's articles as a book, by mail",
            look: #"""
                . "$RECIPE"
                wc -l <crontab | tr -d ' '
                cut -d ' ' -f 1-5 crontab
                sed -i.bak 's/--since 1d//' crontab
                sh -c "$(cut -d ' ' -f 6- crontab)"
                head -c 58 morning.epub | tail -c 20; echo
                grep -ac '<h1>Daily' morning.epub
                sed "s,$HOME/,," mutt.words | tr '\n' ' '; echo
                rm mutt.words; rssium mark read --all >/dev/null
                sh -c "$(cut -d ' ' -f 6- crontab)"
                ls mutt.words 2>/dev/null | wc -l | tr -d ' '
                """#,
            seen: [
                "1", "0 6 * * *", "application/epub+zip", "2", "-s Morning -a morning.epub -- reader@example.org ", "0",
            ]),
    ]

    static let elsewhere = [
        RecipeExpectation(
            "Mail from each feed",
            look: """
                grep -c '^X-RSSium-Id:' "$PRINTED" msmtp.input feeds.mbox | sed 's,.*/,,'
                grep '^To:' msmtp.input | sort -u
                rssium list --count
                """,
            seen: ["printed:50", "msmtp.input:3", "feeds.mbox:50", "To: ann@example.org", "0"]),
        RecipeExpectation(
            "A Maildir for mutt",
            look: #"""
                ls Mail/feeds/new | wc -l | tr -d ' '
                grep -l 'Subject: Daily 2' Mail/feeds/new/* | while read -r message; do
                    sh -c "$(sed -n 's/^macro.*<pipe-message>\(.*\)<enter>.*/\1/p' .muttrc | sed 's/\^\^/^/g')" <"$message"
                done
                rssium list --starred --fields title --limit 1
                """#,
            seen: ["50", "1", "Daily 2"]),
        RecipeExpectation(
            "Podcasts onto a player",
            look: "find player -name '*.mp3' | wc -l | tr -d ' '; rssium list Podcast --count; ls -A Podcasts",
            seen: ["5", "5", "Podcast"]),
        RecipeExpectation(
            "Podcasts without saving them",
            look: "cat mpv.words; sort mpv.input",
            seen: ["--playlist=-"] + (0..<5).map { "http://example.org/\($0).mp3" }),
        RecipeExpectation(
            "A page for the phone",
            look: "ls -A Sync; grep -c '<article' Sync/unread.html",
            seen: ["unread.html", "50"]),
        RecipeExpectation(
            "A planet, published by a web server",
            look: """
                cd public_html/planet
                ls -A
                grep -c '<article' index.html
                rssium preview ./index.atom | wc -l | tr -d ' '
                rssium preview ./index.json | wc -l | tr -d ' '
                """,
            seen: ["index.atom", "index.html", "index.json", "3", "3", "3"]),
        RecipeExpectation(
            "Starred articles as notes",
            look: """
                ls notes
                head -n 1 notes/3.md
                echo mine >notes/3.md
                . "$RECIPE"
                cat notes/3.md
                rssium list --count
                """,
            seen: ["3.md", "40.md", "# Blog 3", "mine", "50"]),
        RecipeExpectation(
            "A book for the journey",
            look: "tail -n 1 pandoc.words | sed 's,.*/,,'; grep '^# ' pandoc.input",
            seen: ["starred.epub", "# Blog 40", "# Blog 3"]),
        RecipeExpectation(
            "A backup in git", needs: ["git"],
            look: #"""
                . "$RECIPE"
                git -C feeds log --format=%an
                rssium mark starred 5 >/dev/null
                . "$RECIPE"
                git -C feeds log --format=%an | wc -l | tr -d ' '
                export RSSIUM_DB=new.db
                rssium import feeds/feeds.rssium 2>/dev/null
                rssium refresh --quiet
                rssium list --starred --fields title
                """#,
            seen: ["Ann", "2", "Blog 40", "Blog 5", "Blog 3"]),
        RecipeExpectation(
            "A folder shared with other machines",
            look: "ls Sync/rssium | wc -l | tr -d ' '; grep -c starred Sync/rssium/*.rssium",
            seen: ["1", "2"]),
    ]
}
