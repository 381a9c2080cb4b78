#!/usr/bin/env bash
# Builds rssium of the last commit as a stranger would on a bare Debian 13, with Debian's compiler alone; makes the packages
# there, and tries them: `make check-debian13`. DEBIAN_MIRROR is the mirror that the packages come from.
#
# The Debian 13 stays in .build/debian13 (4 GB) for the next time.
set -euo pipefail
. "$(dirname "$0")/common.sh"
. "$packaging/minimal-debian.sh"

system=$root/.build/debian13
make_scratch
check_machine trixie "$debian_mirror"
keep_system trixie "$(dpkg --print-architecture)" "$system" "$debian_mirror" ca-certificates

git -C "$root" diff --quiet HEAD || echo 'what is not committed is not built' >&2
rm -rf "$system/rssium" "$system/source"
git clone -q --bare "$root" "$system/source"

step() {
    local seconds=$SECONDS
    echo "$1, log: .build/debian13/log"
    run_in "$system" HOME=/root bash -euo pipefail -c "$2" > "$system/log" 2>&1 || { tail -n 30 "$system/log" >&2; die 'this failed'; }
    echo "   $((SECONDS - seconds)) s, $(du -sm --exclude=rssium "$system" | cut -f 1) MB"
}

# The first commands of README, as they stand there. A person has sudo, and says yes to apt.
commands=$(awk '/^```sh/ { inside = 1; next } /^```/ && inside { exit } inside' "$root/README.md")
# shellcheck disable=SC2016 # The shell in there counts.
step 'makes a person' '
    apt-get update -q
    apt-get install -y -q --no-install-recommends sudo
    echo "APT::Get::Assume-Yes \"true\";" > /etc/apt/apt.conf.d/yes
    echo "APT::Install-Recommends \"false\";" >> /etc/apt/apt.conf.d/yes
    printf "[url \"/source\"]\n    insteadOf = '"$repository"'\n" > /root/.gitconfig'
while IFS= read -r line; do echo "   $line"; done <<< "$commands"
step 'runs these commands of README' "$commands"
# shellcheck disable=SC2016
step 'adds a feed' '
    database=$(mktemp -d)/articles.db
    rssium --db "$database" add /rssium/Tests/DemoServer/Feeds/tides.xml
    [ "$(rssium --db "$database" list --count)" -gt 0 ]'
step 'makes the packages, and tries them in a Debian of their own' '
    apt-get install -y -q --no-install-recommends apt-utils debootstrap dpkg-dev lintian
    make -C /rssium check-release'
grep -v '^\[' "$system/log" | sed -n '/^lintian/,$p'
