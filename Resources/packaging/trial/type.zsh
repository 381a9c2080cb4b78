# type.zsh SHELL KEYS: starts the shell in a terminal of its own, waits for its prompt, types the keys, and prints what the
# terminal shows until the shell ends.
zmodload zsh/zpty
zpty terminal $1 -i
zpty -r terminal shown '*ready> *'
print -r -- $shown
zpty -w -n terminal $2
while zpty -r terminal shown; do print -rn -- $shown; done
