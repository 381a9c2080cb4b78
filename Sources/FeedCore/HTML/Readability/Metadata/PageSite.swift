/// Finds the name of the web site that a page is of.
enum PageSite {
    static func name(_ metadata: PageMetadata, host: String?) -> String? {
        if let name = metadata.value(
            "og:site_name", "application-name", "al:android:app_name", "apple-mobile-web-app-title")
        {
            return name
        }
        return metadata.structured.publisher ?? metadata.value(
            "dc.publisher", "dcterms.publisher", "publisher", "copyright", "citation_journal_title") ?? inTitle(
                metadata.title, host: host) ?? host.map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
    }

    /// The part of a title that the host is named for.
    private static func inTitle(_ title: String?, host: String?) -> String? {
        guard let title, let name = nameInHost(host) else { return nil }
        let parts = title.split(whereSeparator: { "|-–—·•»:".contains($0) }).map(\.trimmed)
        return parts.first { PageLetters.of($0) == name }
    }

    /// The letters of the part of a host that names the site: `example` of `www.example.org`.
    static func nameInHost(_ host: String?) -> String? {
        guard let host else { return nil }
        let labels = host.split(separator: ".")
        guard labels.count > 1 else { return nil }
        // `example.co.uk`
        let hasTwo = labels.count > 2 && labels[labels.count - 2].count <= 3 && labels[labels.count - 1].count == 2
        return PageLetters.of(String(labels[labels.count - (hasTwo ? 3 : 2)]))
    }
}
