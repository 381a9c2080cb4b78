#!/bin/sh
# Installs rssium below ~/.local, or below the folder that is given; with --remove first, takes it away again.
set -eu
cd "$(dirname "$0")"
remove=; [ "${1:-}" != --remove ] || { remove=yes; shift; }
to=${1:-$HOME/.local}
find bin share -type f | sort | while read -r file; do
    folder=${file%/*}
    if [ "$remove" ]; then rm -f "$to/$file"; (cd "$to" && rmdir -p "$folder") 2>/dev/null || :; continue; fi
    mode=644; [ "$file" != bin/rssium ] || mode=755
    mkdir -p "$to/$folder"
    install -m "$mode" "$file" "$to/$file"
done
[ "$remove" ] || "$to/bin/rssium" --version
