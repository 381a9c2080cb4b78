/// The style sheet of an `HTMLPage`.
enum HTMLStyleSheet {
    static let text = """
        :root { color-scheme: light dark; --back: #f6f5f2; --card: #fff; --text: #24211d; --dim: #6d675f;
          --line: #e3dfd8; --link: #9a4a10; --code: #f1eee9 }
        @media (prefers-color-scheme: dark) {
          :root { --back: #141517; --card: #1c1e21; --text: #e4e2de; --dim: #98948d; --line: #303236;
            --link: #f0ad72; --code: #26282c }
        }
        * { box-sizing: border-box }
        html { -webkit-text-size-adjust: 100%; scroll-padding-top: 3.5rem }
        body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.6 system-ui, -apple-system,
          "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; overflow-wrap: anywhere }
        a[href] { color: var(--link) }
        .top { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem .75rem }
        .top h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em }
        .page:first-child { padding-top: 1rem }
        .top p { margin: .25rem 0 0; color: var(--dim); font-size: .875rem }
        .page { max-width: 68rem; margin: 0 auto; padding: 0 1rem 4rem }
        main { min-width: 0; max-width: 44rem; margin: 0 auto }
        nav { position: sticky; top: 0; z-index: 1; display: flex; gap: .375rem; overflow-x: auto;
          margin: 0 -1rem; padding: .5rem 1rem; background: var(--back); scrollbar-width: none }
        nav b { display: none }
        nav a[href] { flex: none; display: flex; gap: .5rem; max-width: 15rem; padding: .25rem .75rem; color: var(--text);
          border: 1px solid var(--line); border-radius: 1rem; background: var(--card); font-size: .8125rem;
          text-decoration: none }
        nav span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
        nav i { flex: none; color: var(--dim); font-style: normal }
        nav a[href]:hover { border-color: var(--link) }
        h2 { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .625rem; margin: 2rem 0 .75rem;
          font-size: 1.125rem; line-height: 1.3 }
        h2 small { padding: .125rem .5rem; border: 1px solid var(--line); border-radius: .375rem;
          color: var(--dim); font-size: .6875rem; font-weight: 600; letter-spacing: .05em; text-transform: uppercase }
        article { margin: 0 0 .75rem; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: .75rem;
          background: var(--card) }
        article:target { border-color: var(--link) }
        summary, .head { display: flex; gap: 1rem; align-items: flex-start }
        summary { cursor: pointer; list-style: none }
        summary::-webkit-details-marker { display: none }
        summary > div, .head > div { flex: 1; min-width: 0 }
        summary:focus-visible { outline: 2px solid var(--link); outline-offset: .375rem; border-radius: .25rem }
        h3 { margin: 0; font-size: 1.0625rem; line-height: 1.35 }
        .head h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em }
        .head h1 a[href] { color: inherit; text-decoration: none }
        h3 a[href] { color: inherit; text-decoration: none }
        h3 a[href]:hover { color: var(--link); text-decoration: underline }
        .read h3 { font-weight: 500; color: var(--dim) }
        .excerpt { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden;
          margin: .375rem 0 0; font-size: .9375rem; line-height: 1.5; color: var(--dim) }
        details[open] .excerpt, details[open] .small { display: none }
        .facts { margin: .375rem 0 0; color: var(--dim); font-size: .8125rem; line-height: 1.4 }
        .facts b { color: var(--link); font-weight: 500 }
        summary .facts::after { content: " · read more"; color: var(--link) }
        details[open] .facts::after { content: " · close" }
        /* Without a size of its own, a picture that cannot be loaded takes no room. */
        .small { flex: none; max-width: 5.5rem; max-height: 5.5rem; border-radius: .5rem }
        .text { margin-top: .75rem }
        details > .text, details > audio { margin-top: .875rem; padding-top: .25rem }
        .text > :first-child { margin-top: 0 }
        .text > :last-child { margin-bottom: 0 }
        .text img, .text video { max-width: 100%; height: auto; border-radius: .375rem }
        .text h1, .text h2, .text h3, .text h4, .text h5, .text h6 { display: block; margin: 1.5em 0 .5em;
          font-size: 1.0625rem; line-height: 1.35; font-weight: 650 }
        .text h1, .text h2 { font-size: 1.1875rem }
        .text figure { margin: 1.25em 0 }
        .text figcaption, .text caption { color: var(--dim); font-size: .875rem }
        .text blockquote { margin: 1em 0; padding: 0 0 0 1rem; border-inline-start: 3px solid var(--line);
          color: var(--dim) }
        .text pre { overflow-x: auto; padding: .75rem 1rem; border-radius: .5rem; background: var(--code);
          overflow-wrap: normal; tab-size: 4 }
        .text code, .text kbd, .text samp, .text tt { padding: .1em .3em; border-radius: .25rem;
          background: var(--code); font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace }
        .text pre code { padding: 0; background: none; font: inherit }
        .text pre { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace }
        .text table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse;
          font-size: .9375rem }
        .text td, .text th { padding: .3rem .6rem; border: 1px solid var(--line); text-align: start;
          vertical-align: top; overflow-wrap: normal }
        .text hr { border: 0; border-top: 1px solid var(--line); margin: 1.5em 0 }
        .text ul, .text ol { padding-inline-start: 1.5rem }
        .plain { white-space: pre-wrap }
        audio { display: block; width: 100%; margin-top: .75rem }
        .file { margin: .5rem 0 0; font-size: .875rem }
        .file small { color: var(--dim) }
        .nothing { color: var(--dim) }
        @media (min-width: 60rem) {
          .top, .page { max-width: 64rem }
          .page { display: grid; grid-template-columns: minmax(0, 1fr) }
          .page:has(nav) { grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem }
          .page:has(nav) main { margin: 0; width: 100% }
          nav { flex-direction: column; align-self: start; gap: .125rem; max-height: 100vh; margin: 1.5rem 0 0;
            margin-inline: -.625rem 0; padding: .5rem 0 2rem; overflow: hidden auto }
          nav b { display: block; margin: .875rem .625rem .125rem; color: var(--dim); font-size: .6875rem;
            letter-spacing: .05em; text-transform: uppercase }
          nav a[href] { max-width: none; justify-content: space-between; padding: .3125rem .625rem; border: 0;
            border-radius: .5rem; background: none; font-size: .875rem }
          nav a[href]:hover { background: var(--card) }
          html { scroll-padding-top: 1rem }
        }
        @media print { nav { display: none } article { border: 0; padding: 0; break-inside: avoid } }
        """
}
