# shellcheck shell=bash disable=SC2034 # The others use the variables.
# How the scripts of this folder make a minimal Debian and run programs in it; they read it with `.`, after common.sh.

# The mirror that the packages of Debian 13 come from.
debian_mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

# skip REASON: ends a check that this machine cannot run.
skip() {
    echo "skipped: $*"
    exit 0
}

# check_machine SUITE MIRROR: skips the check where no minimal Debian can be made.
check_machine() {
    [ "$(id -u)" = 0 ] || skip 'to make a minimal Debian takes root'
    command -v mmdebstrap >/dev/null || command -v debootstrap >/dev/null \
        || skip 'to make a minimal Debian takes the package mmdebstrap or debootstrap'
    unshare --mount true 2>/dev/null || skip 'this machine allows no mounts of its own to a program'
    # shellcheck disable=SC2154 # make_scratch of common.sh sets it.
    /usr/lib/apt/apt-helper download-file "$2/dists/$1/InRelease" "$scratch/InRelease" >/dev/null 2>&1 \
        || skip "the package mirror $2 does not answer"
}

# emulate ARCHITECTURE: lets the kernel run programs of another architecture with QEMU until the script ends.
emulate() {
    local rule formats=/proc/sys/fs/binfmt_misc
    case $1 in
        "$(dpkg --print-architecture)") return ;;
        amd64) rule=qemu-x86_64 ;;
        arm64) rule=qemu-aarch64 ;;
        *) die "packages are made for amd64 and arm64, not for $1" ;;
    esac
    [ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats 2>/dev/null \
        || skip "the kernel of this machine runs no programs of $1"
    [ -e "/usr/lib/binfmt.d/$rule.conf" ] || skip "to run programs of $1 takes the package qemu-user-static"
    # Debian's rule, and that programs such as crontab get the group of their file (C). The newest rule counts.
    [ ! -e $formats/rssium ] || echo -1 > $formats/rssium
    sed 's/^:[^:]*/:rssium/; s/$/C/' "/usr/lib/binfmt.d/$rule.conf" > $formats/register
    # shellcheck disable=SC2064 # The folder is known now.
    trap "echo -1 > $formats/rssium; rm -rf '$scratch'" EXIT
}

# make_system SUITE ARCHITECTURE FOLDER MIRROR [PACKAGE…]: a minimal Debian with these packages.
make_system() {
    local suite=$1 architecture=$2 folder=$3 from=$4
    shift 4
    echo "makes a minimal $suite for $architecture from $from"
    if command -v mmdebstrap >/dev/null; then
        mmdebstrap --quiet --mode=root --variant=minbase --architectures="$architecture" "$suite" "$folder" "$from"
    else
        debootstrap --variant=minbase --arch="$architecture" "$suite" "$folder" "$from" > "$scratch/system.log" 2>&1 \
            || { tail "$scratch/system.log" >&2; exit 1; }
    fi
    cp -L /etc/resolv.conf "$folder/etc/resolv.conf"
    # apt knows an order of packages at which debootstrap fails.
    run_in "$folder" sh -euc 'apt-get update -q; apt-get install -y -q --no-install-recommends "$@"' sh "$@" \
        > "$scratch/system.log" 2>&1 || { tail "$scratch/system.log" >&2; exit 1; }
}

# keep_system SUITE ARCHITECTURE FOLDER MIRROR [PACKAGE…]: the same, for the next time too. A system that is not complete is not kept.
keep_system() {
    [ ! -e "$3" ] || return 0
    rm -rf "$3.new"
    mkdir -p "${3%/*}"
    make_system "$1" "$2" "$3.new" "${@:4}" || { rm -rf "$3.new"; exit 1; }
    mv "$3.new" "$3"
}

# run_in FOLDER COMMAND…: runs a program in the system, with mounts and processes of its own: when it ends, or this script
# does, none is left. Where $guest and $sources are set, these folders are its /guest and /rssium.
run_in() {
    # The system is a mount itself, so that a program in there can do the same.
    # shellcheck disable=SC2016 # The inner shell has the folder as its argument.
    unshare --mount --pid --fork --kill-child sh -euc '
        mount --bind "$0" "$0"
        if [ -n "${guest:-}" ]; then mkdir -p "$0/guest" && mount --bind "$guest" "$0/guest"; fi
        if [ -n "${sources:-}" ]; then mkdir -p "$0/rssium" && mount --bind "$sources" "$0/rssium"; fi
        mount -t proc proc "$0/proc"
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
        exec chroot "$0" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=xterm LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive "$@"
    ' "$@"
}
