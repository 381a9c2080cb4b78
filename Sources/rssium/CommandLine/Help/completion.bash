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
