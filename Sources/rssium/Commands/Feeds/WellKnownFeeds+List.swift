extension WellKnownFeeds {
    /// The list: a line `# topic`, then a line `language title | URL | description` for each feed of that topic.
    static let list = """
        # news
        en BBC News | https://feeds.bbci.co.uk/news/rss.xml | the top stories
        en BBC World | https://feeds.bbci.co.uk/news/world/rss.xml | from around the world
        en The Guardian | https://www.theguardian.com/world/rss | world news
        en NPR | https://feeds.npr.org/1001/rss.xml | news of the American public radio
        en The New York Times | https://rss.nytimes.com/services/xml/rss/nyt/HomePage.xml | the front page
        en Al Jazeera | https://www.aljazeera.com/xml/rss/all.xml | world news from Qatar
        en Deutsche Welle | https://rss.dw.com/rdf/rss-en-all | world news from Germany
        en France 24 | https://www.france24.com/en/rss | world news from France
        en CBC | https://www.cbc.ca/webfeed/rss/rss-topstories | the top stories of Canada
        en UN News | https://news.un.org/feed/subscribe/en/news/all/rss.xml | news of the United Nations
        en Semafor | https://www.semafor.com/rss.xml | world news and analysis
        en ProPublica | https://www.propublica.org/feeds/propublica/main | investigative journalism
        de tagesschau | https://www.tagesschau.de/index~rss2.xml | Nachrichten der ARD
        de Der Spiegel | https://www.spiegel.de/schlagzeilen/index.rss | Schlagzeilen
        de Die Zeit | https://newsfeed.zeit.de/index | Nachrichten und Hintergründe
        de Frankfurter Allgemeine | https://www.faz.net/rss/aktuell/ | Aktuelles
        de Süddeutsche Zeitung | https://rss.sueddeutsche.de/rss/Topthemen | die wichtigsten Themen
        de ORF | https://rss.orf.at/news.xml | Nachrichten aus Österreich
        de NZZ | https://www.nzz.ch/recent.rss | Nachrichten aus der Schweiz
        fr Le Monde | https://www.lemonde.fr/rss/une.xml | à la une
        fr France Info | https://www.francetvinfo.fr/titres.rss | les titres
        fr RFI | https://www.rfi.fr/fr/rss | les voix du monde
        es El País | https://feeds.elpais.com/mrss-s/pages/ep/site/elpais.com/portada | portada
        es BBC Mundo | https://feeds.bbci.co.uk/mundo/rss.xml | noticias del mundo
        es El Mundo | https://e00-elmundo.uecdn.es/elmundo/rss/portada.xml | portada
        pt BBC Brasil | https://feeds.bbci.co.uk/portuguese/rss.xml | notícias do mundo
        pt G1 | https://g1.globo.com/rss/g1/ | notícias do Brasil
        it ANSA | https://www.ansa.it/sito/ansait_rss.xml | le notizie dell'agenzia
        it la Repubblica | https://www.repubblica.it/rss/homepage/rss2.0.xml | prima pagina
        nl NOS | https://feeds.nos.nl/nosnieuwsalgemeen | nieuws van de omroep
        nl NU.nl | https://www.nu.nl/rss/Algemeen | het laatste nieuws
        sv SVT | https://www.svt.se/rss.xml | nyheter
        no NRK | https://www.nrk.no/toppsaker.rss | toppsaker
        ru BBC Русская служба | https://feeds.bbci.co.uk/russian/rss.xml | новости
        ru Meduza | https://meduza.io/rss/all | новости
        uk BBC Україна | https://feeds.bbci.co.uk/ukrainian/rss.xml | новини
        tr BBC Türkçe | https://feeds.bbci.co.uk/turkce/rss.xml | haberler
        ar BBC عربي | https://feeds.bbci.co.uk/arabic/rss.xml | أخبار
        hi BBC हिन्दी | https://feeds.bbci.co.uk/hindi/rss.xml | समाचार
        zh BBC 中文 | https://feeds.bbci.co.uk/zhongwen/simp/rss.xml | 新闻
        ja Yahoo!ニュース | https://news.yahoo.co.jp/rss/topics/top-picks.xml | 主要トピックス
        # technology
        en Ars Technica | https://feeds.arstechnica.com/arstechnica/index | technology, science and policy
        en The Verge | https://www.theverge.com/rss/index.xml | technology and how it changes life
        en Hacker News | https://news.ycombinator.com/rss | what programmers read
        en Lobsters | https://lobste.rs/rss | computing, chosen by its readers
        en The Register | https://www.theregister.com/headlines.atom | the trade, with a sharp tongue
        en Wired | https://www.wired.com/feed/rss | technology and culture
        en TechCrunch | https://techcrunch.com/feed/ | start-ups
        en Slashdot | https://rss.slashdot.org/Slashdot/slashdotMain | news for nerds
        en MIT Technology Review | https://www.technologyreview.com/feed/ | what comes next
        en IEEE Spectrum | https://spectrum.ieee.org/feeds/feed.rss | engineering
        en Hackaday | https://hackaday.com/feed/ | hardware hacks every day
        en EFF | https://www.eff.org/rss/updates.xml | rights in the digital world
        de heise online | https://www.heise.de/rss/heise-atom.xml | Nachrichten zur Technik
        de Golem | https://rss.golem.de/rss.php?feed=RSS2.0 | IT-News für Profis
        de netzpolitik.org | https://netzpolitik.org/feed/ | digitale Freiheitsrechte
        ru Хабр | https://habr.com/ru/rss/all/all/ | статьи о технологиях
        zh Solidot | https://www.solidot.org/index.rss | 科技资讯
        zh 少数派 | https://sspai.com/feed | 数字生活
        ja GIGAZINE | https://gigazine.net/news/rss_2.0/ | ニュース
        # programming
        en Swift.org | https://www.swift.org/atom.xml | the Swift language
        en Rust Blog | https://blog.rust-lang.org/feed.xml | the Rust language
        en This Week in Rust | https://this-week-in-rust.org/rss.xml | what happened around Rust
        en The Go Blog | https://go.dev/blog/feed.atom | the Go language
        en Planet Python | https://planetpython.org/rss20.xml | blogs about Python
        en Ruby News | https://www.ruby-lang.org/en/feeds/news.rss | the Ruby language
        en PHP | https://www.php.net/feed.atom | the PHP language
        en Kotlin Blog | https://blog.jetbrains.com/kotlin/feed/ | the Kotlin language
        en Planet Haskell | https://planet.haskell.org/rss20.xml | blogs about Haskell
        en Julia | https://julialang.org/feed.xml | the Julia language
        en Elixir | https://elixir-lang.org/atom.xml | the Elixir language
        en Standard C++ | https://isocpp.org/blog/rss | C++ and its standard
        en .NET Blog | https://devblogs.microsoft.com/dotnet/feed/ | C# and .NET
        en TypeScript | https://devblogs.microsoft.com/typescript/feed/ | the TypeScript language
        en Node.js Blog | https://nodejs.org/en/feed/blog.xml | JavaScript on the server
        en React | https://react.dev/rss.xml | the JavaScript library
        en GitHub Blog | https://github.blog/feed/ | engineering and open source
        en Stack Overflow Blog | https://stackoverflow.blog/feed/ | by developers, for developers
        en Mozilla Hacks | https://hacks.mozilla.org/feed/ | for people who make the web
        en Martin Fowler | https://martinfowler.com/feed.atom | how software is designed
        # security
        en Krebs on Security | https://krebsonsecurity.com/feed/ | crime on the net, investigated
        en Schneier on Security | https://www.schneier.com/feed/atom/ | security and society
        en BleepingComputer | https://www.bleepingcomputer.com/feed/ | attacks and remedies
        en The Hacker News | https://feeds.feedburner.com/TheHackersNews | news of attacks and holes
        en SANS Internet Storm Center | https://isc.sans.edu/rssfeed.xml | the handlers' diary
        en oss-security | https://seclists.org/rss/oss-sec.rss | the mailing list for open source
        en Full Disclosure | https://seclists.org/rss/fulldisclosure.rss | the mailing list for holes
        en CISA | https://www.cisa.gov/cybersecurity-advisories/all.xml | advisories of the American agency
        en Troy Hunt | https://www.troyhunt.com/rss/ | leaks and passwords
        en Google Security Blog | https://security.googleblog.com/feeds/posts/default | security at Google
        en Debian Security | https://www.debian.org/security/dsa | Debian's security advisories
        # linux
        en LWN.net | https://lwn.net/headlines/rss | the kernel and the free software around it
        en Phoronix | https://www.phoronix.com/rss.php | hardware and speed on Linux
        en DistroWatch | https://distrowatch.com/news/dw.xml | releases of all distributions
        en Linux Kernel | https://www.kernel.org/feeds/kdist.xml | kernel releases
        en Debian News | https://www.debian.org/News/news | the Debian distribution
        en Planet Debian | https://planet.debian.org/rss20.xml | blogs of Debian's people
        en Arch Linux | https://archlinux.org/feeds/news/ | the Arch distribution
        en Fedora Magazine | https://fedoramagazine.org/feed/ | the Fedora distribution
        en Ubuntu Blog | https://ubuntu.com/blog/feed | the Ubuntu distribution
        en openSUSE News | https://news.opensuse.org/feed.xml | the openSUSE distribution
        en Gentoo | https://www.gentoo.org/feeds/news.xml | the Gentoo distribution
        en Linux Mint | https://blog.linuxmint.com/?feed=rss2 | the Mint distribution
        en Alpine Linux | https://alpinelinux.org/atom.xml | the Alpine distribution
        en Void Linux | https://voidlinux.org/atom.xml | the Void distribution
        en NixOS | https://nixos.org/blog/announcements-rss.xml | the NixOS distribution
        en Planet GNOME | https://planet.gnome.org/rss20.xml | blogs about the GNOME desktop
        en Planet KDE | https://planet.kde.org/global/atom.xml | blogs about the KDE desktop
        en GamingOnLinux | https://www.gamingonlinux.com/article_rss.php | games on Linux
        cs Root.cz | https://www.root.cz/rss/clanky/ | články o Linuxu
        # science
        en Nature | https://www.nature.com/nature.rss | research and news of the journal
        en Science | https://www.science.org/rss/news_current.xml | news of the journal
        en Quanta Magazine | https://www.quantamagazine.org/feed/ | mathematics, physics, biology, computing
        en ScienceDaily | https://www.sciencedaily.com/rss/all.xml | research news
        en Phys.org | https://phys.org/rss-feed/ | research news
        en New Scientist | https://www.newscientist.com/feed/home/ | the magazine
        en arXiv: computer science | https://rss.arxiv.org/rss/cs | new papers every day
        en arXiv: physics | https://rss.arxiv.org/rss/physics | new papers every day
        en Shtetl-Optimized | https://scottaaronson.blog/?feed=rss2 | Scott Aaronson on quantum computing
        en Terence Tao | https://terrytao.wordpress.com/feed/ | mathematics
        # space
        en NASA | https://www.nasa.gov/feed/ | news of the American space agency
        en Astronomy Picture of the Day | https://apod.nasa.gov/apod.rss | a picture of the sky every day
        en Universe Today | https://www.universetoday.com/feed/ | space and astronomy
        en SpaceNews | https://spacenews.com/feed/ | the space industry
        en Space.com | https://www.space.com/feeds/all | space flight and astronomy
        # environment
        en Carbon Brief | https://www.carbonbrief.org/feed/ | climate science and policy
        en Grist | https://grist.org/feed/ | climate and justice
        en Mongabay | https://news.mongabay.com/feed/ | forests and wildlife
        en Inside Climate News | https://insideclimatenews.org/feed/ | climate journalism
        en The Guardian: environment | https://www.theguardian.com/environment/rss | nature and climate
        en Earthquakes | https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/4.5_week.atom | of a week
        # comics
        en xkcd | https://xkcd.com/atom.xml | romance, sarcasm, math, and language
        en Saturday Morning Breakfast Cereal | https://www.smbc-comics.com/comic/rss | science and philosophy
        en Dinosaur Comics | https://www.qwantz.com/rssfeed.php | the same pictures, other words
        en Questionable Content | https://www.questionablecontent.net/QCRSS.xml | people and robots
        en PHD Comics | https://phdcomics.com/gradfeed.php | life at the university
        en Penny Arcade | https://www.penny-arcade.com/feed | games
        en Poorly Drawn Lines | https://poorlydrawnlines.com/feed/ | absurd
        en Wondermark | https://wondermark.com/feed/ | old engravings, new words
        en The Order of the Stick | https://www.giantitp.com/comics/oots.rss | a party of heroes
        en The Oatmeal | https://theoatmeal.com/feed/rss | cats and grammar
        # podcasts
        en This American Life | https://www.thisamericanlife.org/podcast/rss.xml | stories
        en 99% Invisible | https://feeds.simplecast.com/BqbsxVfO | design
        en Radiolab | https://feeds.simplecast.com/EmVW7VGp | curiosity
        en The Daily | https://feeds.simplecast.com/54nAGcIl | one story of the New York Times a day
        en Planet Money | https://feeds.npr.org/510289/podcast.xml | the economy, explained
        en Fresh Air | https://feeds.npr.org/381444908/podcast.xml | conversations
        en In Our Time | https://podcasts.files.bbci.co.uk/b006qykl.rss | the history of ideas
        en Global News Podcast | https://podcasts.files.bbci.co.uk/p02nq0gn.rss | the BBC's news twice a day
        en Darknet Diaries | https://feeds.megaphone.fm/darknetdiaries | true stories of the net
        en The Changelog | https://changelog.com/podcast/feed | software and its people
        en Lex Fridman Podcast | https://lexfridman.com/feed/podcast/ | long conversations
        # culture
        en Open Culture | https://www.openculture.com/feed | free culture and education
        en The Marginalian | https://www.themarginalian.org/feed/ | books and ideas
        en Literary Hub | https://lithub.com/feed/ | literature
        en Aeon | https://aeon.co/feed.rss | essays
        en Colossal | https://www.thisiscolossal.com/feed/ | art and design
        en Kottke | https://feeds.kottke.org/main | fine links since 1998
        en The Public Domain Review | https://publicdomainreview.org/rss.xml | curious works of the past
        en Atlas Obscura | https://www.atlasobscura.com/feeds/latest | curious places
        en Longreads | https://longreads.com/feed/ | long stories of the web
        # economy
        en The Economist | https://www.economist.com/latest/rss.xml | the latest of the magazine
        en Marginal Revolution | https://marginalrevolution.com/feed | two economists
        en Financial Times | https://www.ft.com/rss/home | the front page
        en Calculated Risk | https://www.calculatedriskblog.com/feeds/posts/default | housing and the economy
        en Stratechery | https://stratechery.com/feed/ | the business of technology
        # games
        en Rock Paper Shotgun | https://www.rockpapershotgun.com/feed | games on the PC
        en Eurogamer | https://www.eurogamer.net/feed | games
        en PC Gamer | https://www.pcgamer.com/rss/ | games on the PC
        en Nintendo Life | https://www.nintendolife.com/feeds/latest | games on the Nintendo
        # sports
        en BBC Sport | https://feeds.bbci.co.uk/sport/rss.xml | all sports
        en ESPN | https://www.espn.com/espn/rss/news | American sports
        en The Guardian: sport | https://www.theguardian.com/uk/sport/rss | all sports
        de kicker | https://newsfeed.kicker.de/news/aktuell | Fußball
        # food
        en Smitten Kitchen | https://smittenkitchen.com/feed/ | recipes from a small kitchen
        en David Lebovitz | https://www.davidlebovitz.com/feed/ | cooking and baking in Paris
        en Cookie and Kate | https://cookieandkate.com/feed/ | vegetarian recipes
        en Budget Bytes | https://www.budgetbytes.com/feed/ | recipes that cost little
        # blogs
        en Daring Fireball | https://daringfireball.net/feeds/main | John Gruber on Apple
        en Simon Willison | https://simonwillison.net/atom/everything/ | Python, data and language models
        en Julia Evans | https://jvns.ca/atom.xml | how computers work
        en Dan Luu | https://danluu.com/atom.xml | how computers and companies work
        en The Old New Thing | https://devblogs.microsoft.com/oldnewthing/feed/ | Raymond Chen on Windows
        en Coding Horror | https://blog.codinghorror.com/rss/ | Jeff Atwood on programming and people
        en Joel on Software | https://www.joelonsoftware.com/feed/ | Joel Spolsky on making software
        en Pluralistic | https://pluralistic.net/feed/ | Cory Doctorow, daily
        en Seth Godin | https://seths.blog/feed/ | a thought every day
        en Rachel by the Bay | https://rachelbythebay.com/w/atom.xml | things that broke
        zh 阮一峰的网络日志 | https://www.ruanyifeng.com/blog/atom.xml | 科技爱好者周刊
        """
}
