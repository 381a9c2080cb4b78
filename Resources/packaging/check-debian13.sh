#!/usr/bin/env bash
# Builds rssium of the last commit as a stranger would on a bare Debian 13, with Debian's compiler alone; makes the packages
# there, and tries them: `make check-debian13`. DEBIAN_MIRROR is the mirror that the packages come from.
#
# The Debian 13 stays in .build/debian13 (4 GB) for the next time.
set -euo pipefail
. "$(dirname "$0")/common.sh"
. "$packaging/minimal-debian.sh"

mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
system=$root/.build/debian13
make_scratch
check_machine trixie "$mirror"

# A system that is not complete is not kept.
if [ ! -e "$system" ]; then
    trap 'rm -rf "$scratch" "$system.new"' EXIT
    rm -rf "$system.new"
    mkdir -p "${system%/*}"
    make_system trixie "$system.new" "$mirror" ca-certificates
    mv "$system.new" "$system"
fi

git -C "$root" diff --quiet HEAD || echo 'what is not committed is not built' >&2
rm -rf "$system/rssium"
git clone -q "$root" "$system/rssium"

step() {
    local seconds=$SECONDS
    echo "$1, log: .build/debian13/log"
    run_in "$system" sh -euc "$2" > "$system/log" 2>&1 || { tail -n 30 "$system/log" >&2; die 'this failed'; }
    echo "   $((SECONDS - seconds)) s"
}

step 'installs what the build needs' '
    apt-get update -q
    apt-get install -y -q --no-install-recommends git make swiftlang
    make -C /rssium deps'
step "builds with $(run_in "$system" swift --version 2>&1 | head -n 1), and installs" 'make -C /rssium all install'
# shellcheck disable=SC2016 # The shell in there counts.
step 'adds a feed' '
    rssium --db /rssium/.build/first.db add /rssium/Tests/DemoServer/Feeds/tides.xml
    [ "$(rssium --db /rssium/.build/first.db list --count)" -gt 0 ]'
step 'makes the packages, and tries them in a Debian of their own' '
    apt-get install -y -q --no-install-recommends apt-utils debootstrap dpkg-dev lintian
    make -C /rssium check-release'
grep -v '^\[' "$system/log" | sed -n '/^lintian/,$p'
