extension RecipeExpectation {
    static let sources = [
        RecipeExpectation(
            "Read later",
            look: """
                grep -E '^42|^Episode' "$PRINTED" | cut -f 1,5
                rssium list @later --count
                """,
            seen: ["42\tEpisode 2", "Episode 2", "0"]),
        RecipeExpectation(
            "Save any page to read it later",
            look: """
                rssium list Saved --fields title,url,labels
                rssium list Saved --search 'boats' --count
                """,
            seen: ["A story\thttp://example.net/story.html\tlater", "1"]),
        RecipeExpectation(
            "A feed from a program", needs: ["git", "jq"],
            look: """
                rssium feeds --category Work --fields title,articles,error
                git init --quiet src/project
                git -C src/project commit --quiet --allow-empty --message 'fix "a" & <b>'
                rssium refresh --quiet
                rssium list --category Work --fields feed,author,title
                """,
            seen: ["src/project\t0\t", "src/project\tAnn\tfix \"a\" & <b>"]),
        RecipeExpectation(
            "A feed from a page",
            look: """
                grep -c Headline "$PRINTED"
                rssium refresh --quiet
                rssium list News --fields published,title,url,summary
                """,
            seen: [
                "2", "2026-11-02T00:00:00Z\tHeadline 2\thttp://example.org/news/2\tBody 2",
                "2026-11-01T00:00:00Z\tHeadline 1\thttp://example.org/news/1\tBody 1",
            ]),
        RecipeExpectation(
            "A feed, corrected",
            look: "rssium list Stories --fields url",
            seen: ["http://example.org/print/2", "http://example.org/print/1"]),
    ]

    static let lists = [
        RecipeExpectation(
            "Statistics by feed",
            look: """
                rssium mark read --feed Friends >/dev/null
                rssium mark read 1 2 3 4 >/dev/null
                . "$RECIPE" | sed 's/^ *//'
                """,
            seen: ["0 %\t2\tThe Daily", "0 %\t5\tPodcast", "10 %\t40\tBlog", "100 %\t3\tFriends"]),
        RecipeExpectation(
            "A log of every article",
            look: #"""
                . "$RECIPE"
                wc -l <articles.log | tr -d ' '
                tail -n 1 articles.log | cut -f 2-
                """#,
            seen: ["50", "The Daily\tDaily 2\thttp://example.org/Daily-2"]),
        RecipeExpectation(
            "A spreadsheet, with jq", needs: ["jq"],
            look: "wc -l <unread.csv | tr -d ' '; head -n 1 unread.csv | cut -d , -f 2-",
            seen: ["50", #""The Daily","Daily 2","http://example.org/Daily-2""#]),
    ]

    static let editors = [
        RecipeExpectation(
            "Emacs", needs: ["emacs"],
            look: #"""
                (rssium)
                (princ (format "%d %s" (count-lines (point-min) (point-max)) (buffer-substring (point-min) (line-end-position))))
                (terpri)
                (call-interactively (key-binding (kbd "RET")))
                (princ (with-current-buffer "*rssium article*" (buffer-substring 1 (1+ (line-end-position)))))
                (call-interactively (key-binding "s"))
                (call-interactively (key-binding "o"))
                (revert-buffer)
                (princ (count-lines (point-min) (point-max)))
                (terpri)
                (princ (car (process-lines "rssium" "list" "--starred" "--limit" "1" "--fields" "flags,title")))
                (terpri)
                """#,
            seen: ["50 The Daily            Daily 2", "Daily 2", "49", "S\tDaily 2"]),
        RecipeExpectation(
            "Vim", needs: ["vim"],
            look: #"""
                Rssium
                call writefile([line('$') . ' ' . getline(1)], '/dev/stdout', 'a')
                execute "normal s"
                execute "normal o"
                execute "normal \<CR>"
                call writefile([getline(1)], '/dev/stdout', 'a')
                execute "normal q"
                execute "normal R"
                call writefile([line('$') . ' ' . getline(1)], '/dev/stdout', 'a')
                call writefile(systemlist('rssium list --starred --limit 1 --fields flags,title'), '/dev/stdout', 'a')
                """#,
            seen: ["50 50\tThe Daily\tDaily 2", "Daily 2", "49 49\tThe Daily\tDaily 1", "S\tDaily 2"]),
    ]

    static let everyday = [
        RecipeExpectation(
            "Subscribe",
            look: #"""
                grep -cE '^(Example.http://example.com/feed|Quanta Magazine|2.U.*Other 1|A story)' "$PRINTED"
                rssium refresh --quiet
                rssium feeds --fields articles,unread,title,category | grep -E 'Notes|Other'
                grep -c xmlUrl feeds.opml
                """#,
            seen: ["4", "1\t1\tNotes\tNotes", "2\t0\tOther\t", "6"]),
        RecipeExpectation(
            "Find", needs: ["jq"],
            look: #"""
                grep -c 'Blog 4' "$PRINTED"
                grep -c '^http://example.org/' "$PRINTED"
                grep -E '^[0-9]+.[A-Z][a-z]' "$PRINTED"
                cat browser.words
                grep -c 'Text of Episode 2' article.html
                """#,
            seen: [
                "2", "50", "40\tBlog", "5\tPodcast", "3\tFriends", "2\tThe Daily", "http://example.org/Episode-2", "1",
            ]),
        RecipeExpectation(
            "Keep and discard",
            look: #"""
                find Music -name '*Episode 2.mp3' | wc -l | tr -d ' '
                grep -E '^42.*Music.*Episode 2$' "$PRINTED" | wc -l | tr -d ' '
                tail -n 2 yt-dlp.words
                rssium rule --fields query,action
                rssium undo --list --fields what
                """#,
            seen: [
                "1", "1", "--", "http://example.org/Episode-5", "title:/^sponsored/\tdrop",
                "rule add: 1, title:/^sponsored/",
            ]),
        RecipeExpectation(
            "Look after feeds",
            look: "cat \"$PRINTED\"; rssium feeds --fields id,title,category",
            seen: [
                "Friends\tgreen\t1\t2\t43", "Podcasts\t\t2\t1\t5", "News\t\t3\t1\t2", "3\tFriends\tFriends",
                "2\tPodcast\tPodcasts", "4\tThe Daily\tNews",
            ]),
        RecipeExpectation(
            "Look after the database",
            look: #"""
                grep -cE '^(feeds|articles|last refresh|schedule|database) ' "$PRINTED"
                grep -c '^keep.articles' "$PRINTED"
                rssium --db rssium-*.db list --count
                """#,
            seen: ["5", "1", "50"]),
    ]
}
