# shellcheck shell=bash
# How the checks of this folder make a minimal Debian and run programs in it; they read it with `.`, after common.sh.

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

# make_system SUITE FOLDER MIRROR [PACKAGE…]: a minimal Debian with these packages.
make_system() {
    local suite=$1 folder=$2 from=$3
    shift 3
    echo "makes a minimal $suite from $from"
    if command -v mmdebstrap >/dev/null; then
        mmdebstrap --quiet --mode=root --variant=minbase "$suite" "$folder" "$from"
    else
        debootstrap --variant=minbase "$suite" "$folder" "$from" > "$scratch/system.log" 2>&1 \
            || { tail "$scratch/system.log" >&2; exit 1; }
    fi
    cp -L /etc/resolv.conf "$folder/etc/resolv.conf"
    # apt knows an order of packages at which debootstrap fails.
    run_in "$folder" sh -euc 'apt-get update -q; apt-get install -y -q --no-install-recommends "$@"' sh "$@" \
        > "$scratch/system.log" 2>&1 || { tail "$scratch/system.log" >&2; exit 1; }
}

# run_in FOLDER COMMAND…: runs a program in the system, with mounts and processes of its own: when it ends, or this script
# does, none is left.
run_in() {
    # The system is a mount itself, so that a program in there can do the same.
    # shellcheck disable=SC2016 # The inner shell has the folder as its argument.
    unshare --mount --pid --fork --kill-child sh -euc '
        mount --bind "$0" "$0"
        mount -t proc proc "$0/proc"
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
        exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=xterm LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive "$@"
    ' "$@"
}
