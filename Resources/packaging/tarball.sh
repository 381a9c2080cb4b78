#!/usr/bin/env bash
# Makes the archive for any Linux with glibc, of the program in .build/release: `make dist`.
set -euo pipefail
. "$(dirname "$0")/common.sh"

make_scratch
package=rssium-$version-linux-$(uname -m)
install_below "$scratch/$package" ''
cp "$root/LICENSE" "$root/README.md" "$packaging/install.sh" "$scratch/$package/"
tar --create --directory "$scratch" --format=gnu --sort=name --mtime="@$SOURCE_DATE_EPOCH" \
    --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w "$package" | gzip -9n > "$scratch/$package.tar.gz"
finish "$scratch/$package.tar.gz"
echo .build/dist/SHA256SUMS
