#!/usr/bin/env bash
# Writes the recipes for other package managers with what a release fills in: `make recipes`.
set -euo pipefail
. "$(dirname "$0")/common.sh"

# The sum of an archive; zeros where it has not been made.
sum() { awk -v name="rssium-$version-linux-$1.tar.gz" '$2 == name { print $1; found = 1 } END { if (!found) printf "%064d\n", 0 }' "$dist/SHA256SUMS"; }

mkdir -p "$dist/recipes"
[ -e "$dist/SHA256SUMS" ] || : > "$dist/SHA256SUMS"
for recipe in PKGBUILD flake.nix rssium.rb; do
    sed -e "s|@VERSION@|$version|; s|@MAINTAINER@|$maintainer|; s|@HOMEPAGE@|${repository%.git}|; s|@REPOSITORY@|$repository|" \
        -e "s|@SHA256_x86_64@|$(sum x86_64)|; s|@SHA256_aarch64@|$(sum aarch64)|" \
        "$packaging/recipes/$recipe" > "$dist/recipes/$recipe"
    echo ".build/dist/recipes/$recipe"
done
