#!/usr/bin/env bash
# Tries the installed program as an ordinary user. `begin` starts a refresh that waits for ~/answer, and `end` looks at what
# came of it.
set -euo pipefail
cd ~

fail() {
    echo "this does not hold: $*" >&2
    exit 1
}

begin() {
    # A feed that answers when it is told to, and says when it was asked.
    printf '%s\n' '#!/bin/sh' 'touch ~/asked' 'until [ -e ~/answer ]; do sleep 0.2; done' 'cat /trial/demo/Feeds/sky.json' > feed
    chmod +x feed
    touch answer
    # An emulated apt takes more than a minute.
    rssium --quiet add --set refresh.timeout=10m --exec "$HOME/feed"
    rm asked answer
    rssium refresh --force
}

end() {
    [ "$(rssium feeds --fields state --no-pager | sort -u)" = ok ] || fail 'all feeds are well'
    rssium doctor
    echo "   articles: $(rssium list --all --count)"
    rm feed asked answer
}

everyday() {
    echo "   $(command -v rssium): $(rssium --version)"
    bash /trial/demo/demo.sh /trial/demo/bin > demo.log 2>&1 || { tail -n 20 demo.log >&2; fail 'the demo ends well'; }
    echo "   the demo: $(tail -n 1 demo.log)"
    rm demo.log
    pages
    for shell in bash zsh fish; do complete_in "$shell"; done
    schedule
}

pages() {
    local page
    for page in rssium rssium-list; do
        man --warnings "$page" 2> warnings | grep -qi "^$page(1)" || fail "man $page shows a page"
        [ ! -s warnings ] || fail "man $page has nothing to complain of: $(cat warnings)"
    done
    rm warnings
    echo '   man rssium, man rssium-list'
}

# complete_in SHELL: a terminal in which the shell runs, with a person who types the beginnings of two words.
complete_in() {
    case $1 in
        bash) echo "PS1='ready> '" >> .bashrc ;;
        zsh)
            # What README tells those to do who install it in their home folder.
            [ ! -d .local/share/zsh ] || echo 'fpath+=(~/.local/share/zsh/site-functions)' > .zshrc
            printf '%s\n' 'autoload -Uz compinit && compinit' "PS1='ready> '" >> .zshrc
            ;;
        fish)
            # It reads all manual pages in the background unless it has this folder, in one of two places.
            mkdir -p .config/fish {.cache,.local/share}/fish/generated_completions
            echo "function fish_prompt; echo 'ready> '; end" > .config/fish/config.fish
            ;;
    esac
    timeout 120 zsh -f /trial/type.zsh "$1" $'rssium completi\tba\t> ~/completed\nexit\n' > typed || true
    cmp -s completed <(rssium completions bash) || { cat typed >&2; fail "$1 completes \`rssium completi\`"; }
    # What the shells themselves leave behind is not of rssium.
    rm -rf completed typed .zshrc .zcompdump .bash_history .config/fish .cache "/tmp/fish.$USER"
    rm -rf .local/share/fish/{fish_history,fish_history.lock,generated_completions}
    rmdir .config 2>/dev/null || true
    echo "   $1 completes commands and their arguments"
}

schedule() {
    rssium --quiet add /trial/demo/Feeds/tides.xml
    # The user has an entry already, and its last line has no line break.
    printf '# mine\n0 5 * * * true' > crontab.before
    crontab crontab.before 2>/dev/null || { echo >> crontab.before; crontab crontab.before; }
    rssium schedule on
    # It exits with 1, because nothing starts a cron daemon in here.
    rssium schedule 2>/dev/null || [ $? = 1 ]
    # What cron would run: everything after the five fields of the time.
    crontab -l | grep rssium | sed -E 's/^([^ ]+ +){5}//' > entry
    grep -qF " $(command -v rssium) " entry || fail 'the entry has the path of the installed program'
    env -i HOME="$HOME" SHELL=/bin/sh PATH=/usr/bin:/bin sh entry || fail 'the entry runs'
    rssium schedule > shown 2>/dev/null || [ $? = 1 ]
    grep 'last run' shown | grep -qv never || fail "the run is in the log: $(cat shown)"
    rm shown
    rssium schedule off
    crontab -l | cmp - crontab.before || fail 'the crontab is as it was'
    rm crontab.before entry
    echo '   the schedule came, ran and went'
}

"${1:-everyday}"
