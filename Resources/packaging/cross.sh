#!/usr/bin/env bash
# cross.sh ARCHITECTURE deb|dist|demo-server: builds the last commit for another architecture, with the compiler of Debian 13
# in a Debian 13, and makes its package in a Debian 13 of that architecture, which QEMU runs: `make deb ARCH=arm64`.
# DEBIAN_MIRROR is the mirror that the packages come from.
#
# Both systems stay in .build/debian13 and .build/debian13-ARCHITECTURE (4 and 1 GB) for the next time, and so does the build,
# in .build/ARCHITECTURE.
set -euo pipefail
. "$(dirname "$0")/common.sh"
. "$packaging/minimal-debian.sh"

# A package that cannot be made is a failure, and no check that is left out.
skip() { die "no package: $*"; }

architecture=$1 target=$2
case $architecture in
    arm64) machine=aarch64 ;;
    *) die "ARCH=$architecture: packages are cross-built for arm64 only" ;;
esac
compiling=$root/.build/debian13
foreign=$compiling-$architecture
log=$root/.build/cross.log
make_scratch
check_machine trixie "$debian_mirror"
emulate "$architecture"

# say WHAT COMMAND…: runs a command, and shows the end of what it printed where it fails.
say() {
    local seconds=$SECONDS
    echo "$1, log: .build/cross.log"
    shift
    "$@" > "$log" 2>&1 || { tail -n 30 "$log" >&2; die 'this failed'; }
    echo "   $((SECONDS - seconds)) s"
}

install_in() {
    # shellcheck disable=SC2016 # The inner shell has the packages as its arguments.
    run_in "$1" sh -euc 'apt-get update -q; apt-get install -y -q --no-install-recommends "$@"' sh "${@:2}"
}

keep_system trixie "$(dpkg --print-architecture)" "$compiling" "$debian_mirror" ca-certificates
# The manifest is a program of this machine, which is linked with its own C library.
[ -e "$compiling/usr/include/stdio.h" ] || say 'installs the compiler' \
    install_in "$compiling" git libstdc++-14-dev make pkg-config swiftlang
keep_system trixie "$architecture" "$foreign" "$debian_mirror" ca-certificates
[ -e "$foreign/usr/bin/dpkg-shlibdeps" ] || say "installs what a package for $architecture needs" \
    install_in "$foreign" dpkg-dev gcc git libcurl4-openssl-dev libsqlite3-dev libstdc++-14-dev libxml2-dev make pkg-config
# Of the compiler for that architecture only its libraries are needed. They are unpacked here: QEMU takes minutes for it.
get_runtime() {
    local lib=./usr/libexec/swift/lib
    rm -rf "$foreign/swift"
    run_in "$foreign" sh -euc 'mkdir /swift; cd /swift; apt-get -o APT::Sandbox::User=root download -q swiftlang'
    dpkg-deb --fsys-tarfile "$foreign"/swift/*.deb | tar -xf - -C "$foreign" $lib/clang $lib/swift_static
    rm -rf "$foreign/swift"
}
[ -e "$foreign/usr/libexec/swift/lib/swift_static/linux" ] || say "gets the Swift libraries of $architecture" get_runtime

git -C "$root" diff --quiet HEAD || echo 'what is not committed is not built' >&2
export sources=$root/.build/$architecture
# Not by pull: the commit that is checked out may be on no branch, or older than the last one that was built.
[ ! -e "$sources" ] || { git -C "$sources" fetch -q "$root" HEAD && git -C "$sources" reset -q --hard FETCH_HEAD; } ||
    rm -rf "$sources"
[ -e "$sources" ] || git clone -q "$root" "$sources"

program=rssium
[ "$target" != demo-server ] || program=$target
libraries=/guest/usr/lib/$machine-linux-gnu/pkgconfig:/guest/usr/share/pkgconfig
# Debian's Swift 6.0 has optimizations that depend on where its memory is: so it is at the same addresses each time.
guest=$foreign say "builds $program for $architecture" \
    run_in "$compiling" PKG_CONFIG_SYSROOT_DIR=/guest PKG_CONFIG_LIBDIR="$libraries" setarch --addr-no-randomize \
    make -C /rssium ".build/release/$program" MACHINE="$machine" SYSTEM=/guest
[ "$target" != demo-server ] || exit 0

say "makes the package ($target)" run_in "$foreign" MAINTAINER="${MAINTAINER:-}" make -C /rssium "$target"
mkdir -p "$dist"
cp "$sources"/.build/dist/rssium[_-]"$version"[_-]* "$dist/"
sum_up
tail -n 3 "$log"
