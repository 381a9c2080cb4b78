#!/usr/bin/env bash
# Builds the packages of the last commit twice, from clean clones at different paths and times, and compares their bytes:
# `make check-reproducible`. It takes twice as long as a release build. Clones that differ are kept.
set -euo pipefail
. "$(dirname "$0")/common.sh"

make_scratch
# The second clone is made minutes later: of the same commit.
commit=$(git -C "$root" rev-parse HEAD)
git -C "$root" diff --quiet HEAD || echo 'what is not committed is not in these packages' >&2

targets=dist
if command -v dpkg-deb >/dev/null; then targets='deb dist'; else echo 'without dpkg-deb the package for Debian is left out' >&2; fi

# build FOLDER UMASK ZONE LANGUAGE: as different people would.
build() {
    git clone -q "$root" "$scratch/$1"
    git -C "$scratch/$1" checkout -q --detach "$commit"
    echo "building in $scratch/$1, log: $1/build.log"
    # shellcheck disable=SC2086 # These are several targets.
    (umask "$2" && unset SOURCE_DATE_EPOCH && TZ=$3 LC_ALL=$4 make -C "$scratch/$1" $targets) > "$scratch/$1/build.log" 2>&1 \
        || { tail -n 30 "$scratch/$1/build.log" >&2; die 'the build failed'; }
}

build one 022 UTC C.UTF-8
build some/where/else 077 Pacific/Auckland C

first=$scratch/one/.build/dist second=$scratch/some/where/else/.build/dist
cat "$first/SHA256SUMS"
if ! diff "$first/SHA256SUMS" "$second/SHA256SUMS"; then
    for file in "$first"/*; do cmp "$file" "$second/${file##*/}" || true; done
    cmp "$scratch/one/.build/release/rssium" "$scratch/some/where/else/.build/release/rssium" || true
    trap - EXIT
    die "the packages differ: look at both in $scratch, and remove it"
fi
echo 'both builds gave the same bytes'
if [ -e "$dist/SHA256SUMS" ] && ! cmp -s "$dist/SHA256SUMS" "$first/SHA256SUMS"; then
    echo 'those in .build/dist are others: they are of another commit, or not of a clean build' >&2
fi
