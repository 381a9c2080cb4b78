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
