#!/usr/bin/env bash
# Tries the packages in .build/dist as a stranger would: `make check-release`. It makes a minimal Debian with the machine's
# own package mirror, and everything else happens in there (trial/in-root.sh). Needs root, which a container has.
set -euo pipefail
. "$(dirname "$0")/common.sh"

deb=$dist/rssium_${version}_$(dpkg --print-architecture 2>/dev/null || true).deb
archive=$dist/rssium-$version-linux-$(uname -m).tar.gz
demo_server=$root/.build/release/demo-server
make_scratch
system=$scratch/system

skip() {
    echo "skipped: $*"
    exit 0
}

# lintian ends badly at errors and warnings that no override explains.
if ! command -v lintian >/dev/null; then
    echo 'lintian is not looked at: install the package lintian'
elif [ -e "$deb" ]; then
    # Root is told not to run it, which is no finding.
    lintian --allow-root --info --fail-on error,warning "$deb"
    echo 'lintian: no error and no warning'
fi

[ "$(id -u)" = 0 ] || skip 'to make a minimal Debian takes root'
command -v mmdebstrap >/dev/null || command -v debootstrap >/dev/null \
    || skip 'to make a minimal Debian takes the package mmdebstrap or debootstrap'
[ -e "$deb" ] || skip "there is no ${deb##*/}: run make deb"
unshare --mount true 2>/dev/null || skip 'this machine allows no mounts of its own to a program'

suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
# shellcheck disable=SC2016 # These are apt's variables.
mirror=$(apt-get indextargets --format '$(CODENAME) $(SITE)' 'Created-By: Packages' \
    | awk -v suite="$suite" '$1 == suite { print $2; exit }')
[ -n "$mirror" ] || skip "apt knows no mirror of $suite"
/usr/lib/apt/apt-helper download-file "$mirror/dists/$suite/InRelease" "$scratch/InRelease" >/dev/null 2>&1 \
    || skip "the package mirror $mirror does not answer"

# What the stranger has besides the packages: the shells, manual pages, a scheduler.
tools=bash-completion,cron,fish,man-db,zsh
echo "makes a minimal $suite from $mirror"
if command -v mmdebstrap >/dev/null; then
    mmdebstrap --quiet --mode=root --variant=minbase --include="$tools" "$suite" "$system" "$mirror"
else
    debootstrap --variant=minbase --include="$tools" "$suite" "$system" "$mirror" > "$scratch/debootstrap.log" \
        || { tail "$scratch/debootstrap.log" >&2; exit 1; }
fi
cp -L /etc/resolv.conf "$system/etc/resolv.conf"

# The same package as an earlier version, to upgrade from.
dpkg-deb --raw-extract "$deb" "$scratch/earlier"
sed -i 's/^Version: .*/Version: 0.9.0/' "$scratch/earlier/DEBIAN/control"
trial=$system/trial
mkdir -p "$trial/demo/bin"
dpkg-deb --root-owner-group -Zgzip --build "$scratch/earlier" "$trial/earlier.deb" >/dev/null
cp "$deb" "$trial/rssium.deb"
cp "$archive" "$trial/rssium.tar.gz"
cp "$packaging"/trial/* "$trial/"
cp "$demo_server" "$trial/demo/bin/"
cp -R "$root/Tests/DemoServer/demo.sh" "$root/Tests/DemoServer/Feeds" "$trial/demo/"

# Mounts and processes of their own: when this ends, none is left.
# shellcheck disable=SC2016 # The inner shell has the folder as its argument.
unshare --mount --pid --fork --kill-child --mount-proc="$system/proc" sh -euc '
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
    exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=xterm LC_ALL=C.UTF-8 /trial/in-root.sh "$1"
' "$system" "$version"
