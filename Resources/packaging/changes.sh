#!/usr/bin/env bash
# changes.sh VERSION: what CHANGELOG.md says of the version, one change a line; of a version that has no heading yet, what is unreleased.
set -euo pipefail

changelog=$(dirname "$0")/../../CHANGELOG.md
heading=$(grep -m 1 -E "^## ${1//./\\.}( |\$)" "$changelog" || echo '## Unreleased')
awk -v heading="$heading" '
    /^## / { inside = $0 == heading; next }
    !inside { next }
    /^- / { if (change) print change; change = substr($0, 3); next }
    /^  / && change { sub(/^ +/, ""); change = change " " $0; next }
    { if (change) print change; change = "" }
    END { if (change) print change }
' "$changelog"
