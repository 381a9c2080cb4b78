/// The scripts that make a shell ask `rssium completions` for candidates whenever the user presses the tab key.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    var text: String {
        switch self {
        case .bash: CompletionScript.forBash
        case .zsh: CompletionScript.forZsh
        case .fish: CompletionScript.forFish
        }
    }

    /// The record that tells the script to complete a path, in place of candidates.
    static let path = ["", "path"]

    private static let forBash = #"""
        # Completion of rssium for bash; written by `rssium completions bash`.
        _rssium() {
            local answer
            COMPREPLY=()
            while IFS= read -r answer; do
                if [[ $answer == $'\tpath' ]]; then
                    compopt -o filenames 2>/dev/null
                    while IFS= read -r answer; do
                        COMPREPLY+=("$answer")
                    done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]#=}")
                    return
                fi
                COMPREPLY+=("$answer")
            done < <(rssium completions bash -- "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
        }
        complete -F _rssium rssium

        """#

    private static let forZsh = #"""
        #compdef rssium
        # Completion of rssium for zsh; written by `rssium completions zsh`.
        _rssium() {
            local answer
            local -a texts shown
            while IFS= read -r answer; do
                if [[ $answer == $'\tpath' ]]; then
                    compset -P '--*='
                    _files
                    return
                fi
                texts+=("${answer%%$'\t'*}")
                if [[ ${answer#*$'\t'} == "" ]]; then
                    shown+=("${answer%%$'\t'*}")
                else
                    shown+=("${answer%%$'\t'*}  -- ${answer#*$'\t'}")
                fi
            done < <(rssium completions zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
            (( $#texts )) && compadd -U -l -d shown -- "${(@)texts}"
        }
        if [[ "$funcstack[1]" == _rssium ]]; then
            _rssium "$@"
        else
            compdef _rssium rssium
        fi

        """#

    private static let forFish = #"""
        # Completion of rssium for fish; written by `rssium completions fish`.
        function __rssium_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -e words[1]
            set -l answers (rssium completions fish -- $words "$current" 2>/dev/null)
            if test "$answers[1]" = \t"path"
                __fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current")
            else
                printf '%s\n' $answers
            end
        end
        complete -c rssium -f -a '(__rssium_complete)'

        """#
}
