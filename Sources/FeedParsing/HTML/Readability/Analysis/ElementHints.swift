/// Hints at an element's purpose in the names of its classes, its id and its role.
struct ElementHints: OptionSet, Sendable {
    let rawValue: UInt32

    /// The text of an article.
    static let content = ElementHints(rawValue: 1 << 0)
    /// An article with what belongs to it, or the main part of a page.
    static let article = ElementHints(rawValue: 1 << 1)
    /// Navigation, teasers, advertisements: what many pages of a site share.
    static let furniture = ElementHints(rawValue: 1 << 2)
    /// Comments of readers.
    static let comments = ElementHints(rawValue: 1 << 3)
    /// The author of the article.
    static let author = ElementHints(rawValue: 1 << 4)
    /// Not shown, or shown to screen readers only.
    static let hidden = ElementHints(rawValue: 1 << 5)
    /// Belongs to a picture.
    static let caption = ElementHints(rawValue: 1 << 6)
    /// May be furniture: removed if it is short.
    static let doubtful = ElementHints(rawValue: 1 << 7)
    /// A person's biography or box.
    static let person = ElementHints(rawValue: 1 << 8)
    /// Tags and categories of an article.
    static let topics = ElementHints(rawValue: 1 << 9)
    /// Footnotes, wherever they stand.
    static let notes = ElementHints(rawValue: 1 << 10)
    /// When the article was published.
    static let date = ElementHints(rawValue: 1 << 11)
    /// Several such facts of the article.
    static let facts = ElementHints(rawValue: 1 << 12)

    /// The lead of an article: what it says in short, before its text. Of other articles it is furniture.
    static let lead = ElementHints(rawValue: 1 << 13)
    /// A note or warning of the author's beside a paragraph.
    static let admonition = ElementHints(rawValue: 1 << 14)
    /// Where an element stands, or how it is shown. It is furniture, unless it has a list of the article's.
    static let place = ElementHints(rawValue: 1 << 15)

    /// The hints in the words of a name. Words end at signs and before capital letters.
    static func of(_ name: UnsafeBufferPointer<UInt8>) -> ElementHints {
        var hints: ElementHints = []
        // A text of classes is seldom longer; a hostile one is.
        var (start, wordsLeft) = (0, 24)
        let end = min(name.count, 512)
        while start < end, wordsLeft > 0 {
            var wordEnd = start
            while wordEnd < end, name[wordEnd] > 0x20 { wordEnd += 1 }
            if wordEnd > start {
                hints.formUnion(word(UnsafeBufferPointer(rebasing: name[start..<wordEnd])))
                wordsLeft -= 1
            }
            start = wordEnd + 1
        }
        return hints
    }

    private static func word(_ name: UnsafeBufferPointer<UInt8>) -> ElementHints {
        // `print:hidden`
        if name.has("print:", at: 0) { return [] }
        var (hints, hintsBefore): (ElementHints, ElementHints) = ([], [])
        var (word, before, whole): (UInt64, UInt64, UInt64) = (0, 0, 0)
        var (isUpper, isTopic, isSetting, isOfPrint, isForScreen) = (true, false, false, false, false)
        // Short words between capitals are chance: `hJpRRP` is made by a program.
        let mayBeChance = name.contains { ASCII.isCapital($0) }
        func look() {
            defer { word = 0 }
            guard word != 0, !mayBeChance || word >> 24 != 0 else { return }
            (isOfPrint, isForScreen) = (isOfPrint || word == print, isForScreen || word == none)
            // A word behind `no` or `has` names what is not there or in the element: `no-ads`, `has-sidebar`. One behind
            // `category` is what an article is about.
            let isNamed = !denials.has(before) && (!isTopic || navigation.has(word))
            let hintsHere = hints
            if isNamed, let meaning = words[word] { hints.formUnion(meaning) }
            // `article-body`, `articleBody`
            if before != 0, let meaning = pairs[before &* 31 &+ word] { hints.formUnion(meaning) }
            if before != 0, settings.has(before &* 31 &+ word) { (hints, isSetting) = (hintsBefore, true) }
            hintsBefore = hintsHere
            isTopic = isTopic || before == 0 && topicNames.has(word)
            before = word
        }
        for byte in name {
            let isCapital = ASCII.isCapital(byte)
            if isCapital && !isUpper { look() }
            isUpper = isCapital
            guard ASCII.isLetter(byte) || byte >= 0x80 else {
                look()
                continue
            }
            word = HTMLTag.pack(word, byte)
            whole = HTMLTag.pack(whole, byte)
        }
        look()
        // `d-print-none`
        if isOfPrint, isForScreen { return [] }
        // `commentlist`, `commentThread`, but not a commentary.
        if name.count > 7, name.has("comment", at: 0), !name.has("commentary", at: 0), !isSetting {
            hints.formUnion(.comments)
        }
        if let meaning = words[whole] { hints.formUnion(meaning) }
        return hints
    }

    private static let print = HTMLTag.name("print")
    private static let none = HTMLTag.name("none")
    private static let denials = codes("no non not has with without")
    private static let topicNames = codes("category tag")
    private static let navigation = codes("nav navigation menu sidebar footer widget")
    /// What a layout or a page is like, and what declares a function.
    private static let settings = codes(
        """
        sidebar-grid sidebar-layout comments-closed comments-open comments-off comments-disabled \
        member-signature method-signature function-signature type-signature
        """)

    private static func codes(_ names: String) -> HTMLCodes {
        HTMLCodes(names.split(separator: " ").map { code(of: $0) })
    }

    /// A word, or two words.
    private static func code(of name: Substring) -> UInt64 {
        name.split(separator: "-").reduce(0) { $0 &* 31 &+ $1.utf8.reduce(0, HTMLTag.pack) }
    }

    private static func table(_ lists: [(ElementHints, String)]) -> HTMLTable<ElementHints> {
        HTMLTable(lists, by: code, joining: { $0.union($1) })
    }

    private static let words = table([
        (
            .content,
            """
            articlebody articlecontent articletext postcontent posttext postbody entrycontent entrytext storybody \
            storycontent bodytext fulltext fliesstext artikeltext artikelinhalt artikelbody contentbody richtext \
            bodycopy textbody newsbody newstext newscontent blogcontent blogpost bodycontent longform
            """
        ),
        (
            .article,
            "article artikel story post hentry entry beitrag noticia articulo content main inhalt contenido contenu text page body"
        ),
        (
            .furniture,
            """
            nav navbar navigation navi subnav topnav mainnav sitenav menu submenu mainmenu breadcrumb breadcrumbs footer foot \
            share sharing shares sharebar sharebox sharebuttons sharetools \
            shareaholic sharedaddy addthis addtoany social socials socialmedia sociallinks socialbar socialicons newsletter newsletters subscribe \
            subscription signup optin mailchimp related relatedposts relatedarticles relatedcontent recommended \
            recommendation recommendations recommend recirc recirculation popular trending mostread mostpopular \
            mostviewed promo promos promoted promotion promobox sponsor sponsored sponsors advert adverts advertisement advertising \
            advertorial adsense adslot adbox adbanner adcontainer adunit adwrapper dfp googlead ads banner banners cookie cookies \
            cookiebanner consent gdpr modal popup popover overlay taboola outbrain yarpp pagination pager pagenav \
            paging login logon signin toolbar skiplink skip skiplinks tagcloud marquee weather masthead topbar \
            teaser teasers teaserlist crumb crumbs moreon readmore morearticles morestories upnext nextup upsell cta donate donation \
            rating ratings vote voting poll survey feedback werbung anzeige anzeigen teilen teilenleiste verwandt \
            publicidad partager compartir empfehlungen meistgelesen merkliste kontextbox servicebox linkbox \
            affiliate adv adinfo disclosure licence licenceinfo license printbutton sitemap copyright legal languages langswitcher dropdown tooltip \
            searchform searchbox search stickybar prevnext nextprev postnav navlinks \
            backtotop totop flyout shoutbox editsection editlink adblock adblocker adblocking browsehappy browsercheck \
            browserwarning outdatedbrowser browserupdate forumbar
            """
        ),
        (.place, "sidebar rightbar leftbar rail aside sticky print disclaimer"),
        (
            .lead,
            """
            teaser teasertext intro introtext lead leadtext excerpt abstract standfirst deck dek subtitle subheadline vorspann \
            anreisser summary chapo entradilla bajada
            """
        ),
        (
            .comments,
            """
            comment comments disqus respond reply replies \
            kommentare leserkommentare commentaires comentarios comentario reactions reacties discussion discourse livefyre \
            userreviews fbcomments coral
            """
        ),
        (.author, "byline author authors authorname writer autor autoren verfasser autorenzeile"),
        (
            .date,
            "dateline timestamp date datum pubdate published posted postdate publishdate datetime updated modified"
        ),
        (.facts, "postmeta entrymeta postinfo articlemeta metadata signature usercard readtime readingtime lesezeit"),
        (.hidden, "hidden visuallyhidden sronly screenreader offscreen noscript invisible"),
        (.admonition, "note admonition warning tip caution important danger callout sidenote quote"),
        (.notes, "footnote footnotes endnote endnotes fussnote fussnoten fußnote fußnoten"),
        (.caption, "caption captions figcaption bildunterschrift legende imagecaption"),
        (
            .doubtful,
            "meta info header head kicker eyebrow label labels widget box tools tool actions action links link more list infos button buttons btn ad icon icons counter views stats"
        ),
        (.person, "bio biography authorbio authorbox aboutauthor autorbox autoreninfo vcard"),
        (
            .topics,
            "tags tag tagged taglist keywords topics topic category categories kategorien schlagworte schlagwort tagging posttags"
        ),
    ])

    private static let pairs = table([
        (
            .content,
            """
            article-body article-content article-text article-copy article-main article-fulltext post-content post-body post-text \
            entry-content entry-body entry-text entry-summary story-body story-content story-text content-body content-text \
            content-main body-text body-copy body-content main-text main-content news-body news-content news-text news-detail text-body text-content \
            page-content blog-content rich-text field-body paragraph-text article-paragraph artikel-text artikel-body artikel-inhalt \
            content-article item-content td-content single-content post-entry content-inner wysiwyg-content cms-content longtext-content \
            formatted-text markdown-body mw-content
            """
        ),
        (
            .furniture,
            """
            read-more more-from more-on more-stories more-articles more-news also-read see-also next-article prev-article \
            next-post previous-post post-navigation social-media social-links sign-up follow-us site-header site-footer page-header \
            page-footer top-bar back-top most-read most-popular you-may you-might whats-next up-next latest-news latest-posts \
            recent-posts related-posts post-footer entry-footer article-footer article-tools post-tools \
            ad-container ad-wrapper ad-slot ad-unit google-ad teaser-list skip-link quick-links in-brief \
            embed-privacy privacy-embed third-party app-download call-to editors-picks editor-picks ad-block ad-blocker \
            browser-warning browser-update browser-notice outdated-browser forum-bar
            """
        ),
        (
            .hidden,
            "screen-reader sr-only element-invisible visually-hidden print-only only-print u-hidden is-hidden assistive-text show-print d-none jump-to"
        ),
        (.author, "article-author post-author author-name"),
        (.date, "posted-on post-date entry-date article-date publish-date date-published"),
        (.facts, "post-meta entry-meta article-meta article-info post-info read-time reading-time meta-info"),
        (
            .person,
            "author-bio author-box author-info about-author author-description author-profile post-author author-card author-block"
        ),
        (.comments, "user-comments user-reviews post-comments comment-list no-comments"),
        (.caption, "wp-caption image-caption photo-caption media-caption"),
        (.topics, "post-tags entry-tags article-tags tag-list tags-links cat-links"),
    ])
}
