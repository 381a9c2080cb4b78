/// The scripts that make a shell ask `rssium completions` for candidates whenever the user presses the tab key.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    var text: String {
        let bytes =
            switch self {
            case .bash: PackageResources.completion_bash
            case .zsh: PackageResources.completion_zsh
            case .fish: PackageResources.completion_fish
            }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The record that tells the script to complete a path, in place of candidates.
    static let path = ["", "path"]
}
