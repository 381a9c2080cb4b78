#!/usr/bin/env bash
# Shows what rssium does, in a scratch folder and without a network: `make demo`.
# Each step is shown with its exit status; one that is not the expected one ends the demo.
set -u

here=$(cd "$(dirname "$0")" && pwd)
programs=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'exec 3>&-; rm -rf "$scratch"' EXIT

# Nothing of the user's is read or written, and a proxy would not find this machine's own server.
export HOME=$scratch RSSIUM_DB=$scratch/rssium.db RSSIUM_CONFIG=$scratch/config PATH=$programs:$PATH PAGER=cat
unset XDG_DATA_HOME XDG_CONFIG_HOME http_proxy https_proxy all_proxy HTTPS_PROXY ALL_PROXY

bold='' dim='' plain='' text=' --format text'
if [ -t 1 ]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m' text=''; fi

chapter() { printf '\n%s── %s%s\n' "$bold" "$1" "$plain"; }

fail() {
    printf '\n%sthe demo failed: %s%s\n' "$bold" "$1" "$plain"
    exit 1
}

# step EXPECTED COMMANDLINE: runs the line as it is shown, and checks its exit status.
steps=0
step() {
    printf '\n%s$ %s%s\n' "$bold" "$2" "$plain"
    eval "$2" </dev/null 2>&1
    local status=$?
    [ "$status" = "$1" ] || fail "this step ended with exit status $status, and $1 was expected"
    steps=$((steps + 1))
    printf '%s[exit status %s, as expected]%s\n' "$dim" "$status" "$plain"
}

# asked EXPECTED: shows what the server has answered since the last time, and checks the statuses.
seen=0
asked() {
    local answers
    answers=$(tail -n "+$((seen + 1))" "$scratch/server.log" | sort -k 2)
    seen=$(wc -l < "$scratch/server.log")
    printf '%sthe server answered: %s%s\n' "$dim" "${answers//$'\n'/, }" "$plain"
    [ "$(cut -d ' ' -f 1 <<< "$answers" | sort | uniq -c | xargs)" = "$1" ] || fail "the server should have answered $1"
}

# The server ends with its standard input, which is this script's descriptor 3.
mkfifo "$scratch/port"
exec 3> >(demo-server "$here/Feeds" >"$scratch/port" 2>"$scratch/server.log")
read -r port <"$scratch/port" || fail 'the server did not start'
site=http://127.0.0.1:$port

printf '%sFeeds of our own at %s, a database of its own in %s.%s\n' "$dim" "$site" "$scratch" "$plain"

chapter 'Subscribe: to an RSS feed, and to a page that advertises its Atom feed'
step 0 "rssium add $site/tides.xml"
step 0 "rssium add $site/garden.html --category Home"

chapter 'What cannot be subscribed to is refused, and nothing is stored'
step 1 "rssium add $site/broken.xml"
step 1 "rssium add $site/nowhere.xml"
step 1 "rssium add $site/garden.atom"
seen=$(wc -l < "$scratch/server.log")

chapter 'Import a list: an RDF feed and a JSON Feed'
printf '%s\n' '# two more feeds' "$site/notebook.rdf" "$site/sky.json" > "$scratch/feeds.txt"
step 0 "rssium import $scratch/feeds.txt"

chapter 'Refresh: what is new is fetched, what is known is only asked for'
step 0 'rssium refresh'
asked '2 200 2 304'
step 0 'rssium refresh'
asked '4 304'

chapter 'List'
step 0 "rssium list$text"
step 0 "rssium list --since 2025-10-01 --fields id,published,title$text"
step 0 'rssium list --count'

chapter 'Read'
step 0 'rssium list Tide --limit 1 | rssium read - --width 78'
step 1 'rssium read 9999'

chapter 'In a pipe: tab-separated fields, or JSON Feed'
step 0 'rssium list --all --fields published,feed,title | sort | head -3'
step 0 'rssium list Sky --limit 1 --format jsonl'

chapter 'The feeds'
step 0 "rssium feeds$text"

chapter 'Remove'
step 2 "rssium rm 'Night Sky'"
step 0 "rssium rm 'Night Sky' --yes"
step 0 'rssium feeds --fields id,articles,title'

printf '\n%sAll %s steps ended as they should.%s\n' "$bold" "$steps" "$plain"
