# shellcheck shell=bash disable=SC2034 # The others use the variables.
# What the scripts of this folder share; they read it with `.`. It says what is packaged, how it is called and when it was made.

# Files of a package are the same whatever the language, the time zone and the umask of the one who makes it.
export LC_ALL=C.UTF-8 TZ=UTC
umask 022

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
packaging=$root/Resources/packaging
# Where packages are written.
dist=$root/.build/dist
# Where the sources are published: the one place that says it. README says the same, and lint.sh compares them.
repository=https://rssium.example/rssium.git
# Anyone who builds a package for others gives a name and an address.
maintainer=${MAINTAINER:-Unofficial build <unofficial@rssium.example>}

die() {
    echo "$*" >&2
    exit 1
}

# needs PROGRAM PACKAGE: ends the script where the program is missing, and names the package that has it.
needs() {
    command -v "$1" >/dev/null || die "${0##*/} needs $1: install the package $2"
}

# The one place that says the version, and its date.
version_field() { sed -n "s/^ *static let $1 = \"\(.*\)\"\$/\1/p" "$root/Sources/rssium/Version.swift"; }
version=$(version_field number)
version_date=$(version_field date)

# Packages are as old as the last commit: the same commit gives the same bytes. Sources without git are as old as the version.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    if [ -e "$root/.git" ]; then
        SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
    else
        SOURCE_DATE_EPOCH=$(date -d "$version_date" +%s)
    fi
fi
export SOURCE_DATE_EPOCH

# A folder that goes when the script ends, however it ends.
make_scratch() {
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
}

# install_below FOLDER PREFIX [VARIABLE=VALUE]: program, manual pages, completions and docs, as `make install` puts them. The program
# is built where it is not, or older than its sources.
install_below() {
    local folder=$1 prefix=$2
    shift 2
    make --silent --no-print-directory -C "$root" .build/release/rssium >&2
    make --no-print-directory -C "$root" install DESTDIR="$folder" PREFIX="$prefix" "$@" >/dev/null
}

# finish FILE: moves a package that is complete into `dist`, prints its path, and sums up what is there of this version.
finish() {
    mkdir -p "$dist"
    mv "$1" "$dist/"
    echo ".build/dist/${1##*/}"
    sum_up
}

sum_up() {
    (cd "$dist" && find . -maxdepth 1 -type f \( -name "rssium_${version}_*.deb" -o -name "rssium-$version-*.tar.gz" \) \
        -printf '%f\n' | sort | xargs sha256sum > SHA256SUMS)
}
