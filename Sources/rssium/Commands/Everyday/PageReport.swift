internal import FeedCore

/// What became of the pages of a run: the part of a refresh's report that is about them.
struct PageReport {
    private var planned = 0
    private var finished = 0
    private var stored = 0
    /// Why pages could not be stored.
    var notStored: StoreError?

    /// Returns the problem of a page, for `--verbose`.
    mutating func record(_ event: PageProgress) -> String? {
        switch event {
        case .planned(let count):
            planned += count
            return nil
        case .finished(let outcome):
            finished += 1
            guard let problem = outcome.problem else {
                stored += 1
                return nil
            }
            return "no page of article \(outcome.article.rawValue) (\(outcome.address)): \(problem)"
        }
    }

    /// `page 3 of 12`; nil without pages.
    var progress: String? { planned == 0 ? nil : "page \(min(finished + 1, planned)) of \(planned)" }

    /// `12 pages`, `10 of 12 pages`; nil without any.
    var summary: String? {
        if planned == 0 { return nil }
        return stored == planned ? count(stored, "page") : "\(stored) of \(count(planned, "page"))"
    }
}
