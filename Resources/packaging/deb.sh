#!/usr/bin/env bash
# Makes the package for Debian and its descendants, of the program in .build/release: `make deb`. It needs no root.
set -euo pipefail
. "$(dirname "$0")/common.sh"

needs dpkg-deb dpkg
needs dpkg-shlibdeps dpkg-dev
needs cc gcc
make_scratch
architecture=$(dpkg --print-architecture)
package=rssium_${version}_$architecture
stage=$scratch/$package
doc=$stage/usr/share/doc/rssium

# What `debian/changelog` would say: the part of CHANGELOG.md about this version, in the form that Debian's tools read.
changelog() {
    echo "rssium ($version) unstable; urgency=medium"
    echo
    "$packaging/changes.sh" "$version" | while IFS= read -r change; do
        fmt --width 76 <<< "$change" | sed '1s/^/  * /; 2,$s/^/    /'
    done
    printf '\n -- %s  %s\n' "$maintainer" "$(date -R -d "@$SOURCE_DATE_EPOCH")"
}

copyright() {
    # The lines after that of the copyright, each indented, an empty one as a full stop.
    sed '1,/^Copyright/d' "$root/LICENSE" | sed '1d; /./!s/^/./; s/^/ /' > "$scratch/license"
    sed -e "s|@MAINTAINER@|$maintainer|" \
        -e "s/@COPYRIGHT@/$(sed -n 's/^Copyright (c) //p' "$root/LICENSE")/" \
        -e "/^@LICENSE@\$/{r $scratch/license" -e 'd}' "$packaging/copyright"
}

# The packages that have what is linked, and what is opened later. Either libcurl is opened, and either libxml2. dpkg-shlibdeps knows the
# functions of SQLite, but not its language: RETURNING came with 3.35.
dependencies() {
    mkdir -p "$scratch/debian"
    printf 'Source: rssium\n\nPackage: rssium\nArchitecture: any\n' > "$scratch/debian/control"
    # shellcheck disable=SC2046 # These are several words.
    cc -w -shared -fPIC $(pkg-config --cflags libxml-2.0 libcurl) -o "$scratch/needs.so" "$packaging/needs.c" \
        -Wl,--no-as-needed -lxml2 -lcurl
    (cd "$scratch" && dpkg-shlibdeps -O "$stage/usr/bin/rssium" needs.so) 2> "$scratch/warnings" \
        | sed -E -e 's/^shlibs:Depends=//' -e 's/libcurl4(t64)?( \([^)]*\))?/& | libcurl3\1-gnutls\2/' \
            -e 's/libxml2 \([^)]*\)/& | libxml2-16/' \
            -e 's/libsqlite3-0 \(>= 3\.([0-9]|[12][0-9]|3[0-4])\.[^)]*\)/libsqlite3-0 (>= 3.35.0)/'
}

# As dpkg-gencontrol counts it, and not as this file system does: in KiB, each file rounded up, each folder one.
installed_size() {
    find "$stage" -mindepth 1 -type f -printf '%s\n' -o -printf '1\n' \
        | awk '{ size += int(($1 + 1023) / 1024) } END { print size }'
}

install_below "$stage" /usr ZSH_COMPLETION=share/zsh/vendor-completions/_rssium
gzip -9n "$stage"/usr/share/man/man1/*

changelog | gzip -9n > "$doc/changelog.gz"
copyright > "$doc/copyright"
# It has the license, too.
rm "$doc/LICENSE"
sed -i 's/(LICENSE)/(copyright)/' "$doc/README.md"
find "$stage" -type f ! -path "$stage/usr/bin/*" -exec chmod 644 {} +

depends=$(dependencies) || die "dpkg-shlibdeps does not know the packages that rssium needs: $(cat "$scratch/warnings")"
size=$(installed_size)
mkdir "$stage/DEBIAN"
(cd "$stage" && find usr -type f -print0 | sort -z | xargs -0 md5sum) > "$stage/DEBIAN/md5sums"
sed -e "s/@VERSION@/$version/" -e "s|@MAINTAINER@|$maintainer|" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" -e "s/@DEPENDS@/$depends/" \
    "$packaging/control" > "$stage/DEBIAN/control"

# Another xz or more processors must not give other bytes: xz cuts its blocks by the threads that it may use.
dpkg-deb --root-owner-group -Zxz -z9 --threads-max=1 --build "$stage" "$scratch/$package.deb" >/dev/null
finish "$scratch/$package.deb"
