/// The words of names, and what they say of an element.
extension ElementHints {
    private static func table(_ lists: [(ElementHints, String)]) -> HTMLTable<ElementHints> {
        HTMLTable(lists, by: code, joining: { $0.union($1) })
    }

    static let words = table([
        (
            .content,
            """
            articlebody articlecontent articletext postcontent posttext postbody entrycontent entrytext storybody \
            storycontent bodytext fulltext fliesstext artikeltext artikelinhalt artikelbody contentbody richtext \
            bodycopy textbody newsbody newstext newscontent blogcontent blogpost bodycontent longform
            """
        ),
        (.article, "article artikel story post hentry entry beitrag noticia articulo content main inhalt contenido"),
        (.article, "contenu text page body"),
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
            affiliate adv adinfo disclosure licence licenceinfo license lizenz printbutton sitemap copyright legal languages langswitcher dropdown tooltip \
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
        (.date, "dateline timestamp date datum pubdate published posted postdate publishdate datetime updated"),
        (.date, "modified"),
        (.facts, "postmeta entrymeta postinfo articlemeta metadata signature usercard readtime readingtime lesezeit"),
        (.hidden, "hidden visuallyhidden sronly screenreader offscreen noscript invisible"),
        (.admonition, "note admonition warning tip caution important danger callout sidenote quote"),
        (.notes, "footnote footnotes endnote endnotes fussnote fussnoten fußnote fußnoten"),
        (.caption, "caption captions figcaption bildunterschrift legende imagecaption"),
        (.doubtful, "meta info header head kicker eyebrow label labels widget box tools tool actions action links"),
        (.doubtful, "link more list infos button buttons btn ad icon icons counter views stats"),
        (.person, "bio biography authorbio authorbox aboutauthor autorbox autoreninfo vcard"),
        (
            .topics,
            "tags tag tagged taglist keywords topics topic category categories kategorien schlagworte schlagwort tagging posttags"
        ),
    ])

    static let pairs = table([
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
        (.hidden, "screen-reader sr-only element-invisible visually-hidden print-only only-print u-hidden is-hidden"),
        (.hidden, "assistive-text show-print d-none md-none lg-none xl-none visible-xs visible-phone jump-to"),
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
