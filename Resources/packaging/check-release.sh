#!/usr/bin/env bash
# Tries the packages in .build/dist as a stranger would: `make check-release`. It makes a minimal Debian with the machine's
# own package mirror, and everything else happens in there (trial/in-root.sh). Needs root, which a container has.
set -euo pipefail
. "$(dirname "$0")/common.sh"
. "$packaging/minimal-debian.sh"

# check-release.sh arm64 tries those of that architecture, in a Debian 13 that QEMU runs.
architecture=${1:-$(dpkg --print-architecture 2>/dev/null || true)}
case $architecture in amd64) machine=x86_64 ;; arm64) machine=aarch64 ;; *) machine=$(uname -m) ;; esac
deb=$dist/rssium_${version}_$architecture.deb
archive=$dist/rssium-$version-linux-$machine.tar.gz
demo_server=$root/.build/${1:+$1/.build/}release/demo-server
make_scratch
system=$scratch/system

# lintian ends badly at errors and warnings that no override explains.
if ! command -v lintian >/dev/null; then
    echo 'lintian is not looked at: install the package lintian'
elif [ -e "$deb" ]; then
    # Root is told not to run it, which is no finding.
    lintian --allow-root --info --fail-on error,warning "$deb"
    echo 'lintian: no error and no warning'
fi

[ -e "$deb" ] || skip "there is no ${deb##*/}: run make deb"
if [ "$architecture" = "$(dpkg --print-architecture)" ]; then
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    # shellcheck disable=SC2016 # These are apt's variables.
    mirror=$(apt-get indextargets --format '$(CODENAME) $(SITE)' 'Created-By: Packages' 2>/dev/null \
        | awk -v suite="$suite" '$1 == suite { print $2; exit }') || true
    [ -n "$mirror" ] || skip "apt knows no mirror of $suite"
else
    suite=trixie
    mirror=$debian_mirror
fi
check_machine "$suite" "$mirror"
emulate "$architecture"

# What the stranger has besides the packages: the shells, manual pages, a scheduler.
make_system "$suite" "$architecture" "$system" "$mirror" bash-completion cron fish man-db zsh

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

run_in "$system" /trial/in-root.sh "$version"
