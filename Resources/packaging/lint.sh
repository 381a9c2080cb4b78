#!/usr/bin/env bash
# Checks the files of this folder, and that they agree with the version of the program; `make lint` runs it. Silent when all is well.
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$packaging"

bash -n ./*.sh trial/*.sh recipes/PKGBUILD
sh -n install.sh
if command -v zsh >/dev/null; then zsh -n trial/type.zsh; fi
if command -v shellcheck >/dev/null; then shellcheck -x -P SCRIPTDIR ./*.sh trial/*.sh; fi

if command -v ruby >/dev/null; then ruby -c recipes/rssium.rb >/dev/null; fi
if command -v nix-instantiate >/dev/null; then nix-instantiate --parse recipes/flake.nix >/dev/null 2>&1 || die "flake.nix: it cannot be parsed"; fi

grep -qF "git clone $repository" "$root/README.md" || die "README.md: the sources are at $repository (common.sh)"

# Debian sorts what follows a hyphen as a revision, so that X-beta would be newer than X.
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "Version.swift: '$version' is not three numbers"
[[ $version_date =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || die "Version.swift: '$version_date' is not a date"

for field in Package Version Architecture Maintainer Installed-Size Depends Recommends Suggests Section Priority Description; do
    [ "$(grep -c "^$field: " control)" = 1 ] || die "control: it takes one field $field"
done
grep -qx 'Version: @VERSION@' control || die 'control: the version is that of Version.swift, and stands nowhere else'
! grep -nFw -- "$version" control copyright ./*.sh trial/* recipes/* || die "the version stands in Version.swift and nowhere else"

[ -n "$(./changes.sh "$version")" ] || die "CHANGELOG.md: nothing is under '## $version' or '## Unreleased'"
