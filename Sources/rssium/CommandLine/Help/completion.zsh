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
