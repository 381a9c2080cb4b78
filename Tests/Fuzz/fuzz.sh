#!/usr/bin/env bash
# Tries the parsers with made-up input until TIME seconds are over for each: `make fuzz` calls it from the project's
# folder. What it has tried is kept in .build/fuzz/tried, so that the next run goes on from there.
#
#   Tests/Fuzz/fuzz.sh SECONDS [date|feed|html|opml|query|config|page|state]...
#   Tests/Fuzz/fuzz.sh --check    only checks that the trials fit the program that the tests were built with
set -euo pipefail

seconds=$1
shift
folder=.build/fuzz
mkdir -p "$folder/found"

# The modules of Package.swift, with its settings and the C libraries' folders: those of the library, from the lowest
# to the highest, and the program with the trials. Each is built only where something of it or below it has changed.
compile() {
    swiftc -O -wmo -num-threads 2 -gline-tables-only -sanitize=fuzzer,address -use-ld=lld -package-name rssium \
        -enable-testing -I "$folder" "${settings[@]}" "$@"
}
settings=(-swift-version 6 -parse-as-library -suppress-warnings
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature ExistentialAny
    -I Sources/CSQLite -I Sources/CLibXML2 -I Sources/CCurl -Xcc -iwithsysroot/usr/include/libxml2)

# Writes what SwiftPM makes of `.embedInCode` in Package.swift.
embed() {
    echo 'enum PackageResources {'
    find Sources/rssium -type f ! -name '*.swift' | while IFS= read -r file; do
        name=$(basename "$file")
        echo "static let ${name//./_}: [UInt8] = ["
        if [[ $seconds != --check ]]; then od -An -v -tu1 "$file" | sed 's/[0-9][0-9]*/&,/g'; fi
        echo ']'
    done
    echo '}'
}

if [[ $seconds == --check ]]; then
    embed > "$folder/PackageResources.swift"
    # As SwiftPM names the package: after its folder.
    package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9_\n' _)
    swiftc -typecheck -package-name "$package" -module-name rssium -I .build/debug/Modules "${settings[@]}" \
        $(find Sources/rssium Tests/Fuzz -name '*.swift') "$folder/PackageResources.swift"
    exit
fi

trials=("$@")
known=(date feed html opml query config page state)
(( ${#trials[@]} )) || trials=("${known[@]}")
for trial in "${trials[@]}"; do
    [[ " ${known[*]} " == *" $trial "* ]] || { echo "nothing to try is called $trial: ${known[*]}" >&2; exit 2; }
done

# is_older FILE PATH...: whether it is not there, or something at the paths is newer.
is_older() {
    local file=$1
    shift
    [[ ! -e $file || -n $(find "$@" -newer "$file" -print -quit) ]]
}

libraries=()
for module in FeedModel FeedParsing FeedFetching FeedStore FeedCore; do
    library=$folder/lib$module.a
    if is_older "$library" "Sources/$module" Sources/C* Package.swift "${libraries[@]}"; then
        echo "building $module for fuzzing" >&2
        rm -f "$library"
        compile -module-name "$module" -emit-library -static -emit-module-path "$folder/$module.swiftmodule" \
            $(find "Sources/$module" -name '*.swift') -o "$library"
    fi
    libraries+=("$library")
done
if is_older "$folder/program" Sources/rssium Tests/Fuzz "${libraries[@]}"; then
    echo 'building the trials' >&2
    embed > "$folder/PackageResources.swift"
    compile -module-name rssium -emit-executable $(find Sources/rssium Tests/Fuzz -name '*.swift') \
        "$folder/PackageResources.swift" \
        "${libraries[@]}" -lsqlite3 -o "$folder/program"
fi

seed() {
    local seeds=$folder/seeds/$1 number=0
    rm -rf "$seeds"
    mkdir -p "$seeds" "$folder/tried/$1"
    case $1 in
    date) while IFS= read -r line; do printf '%s' "$line" > "$seeds/$((number++))"; done < Tests/Fuzz/Seeds/dates.txt ;;
    # The byte in front chooses the charset of HTTP: none.
    feed) find Tests/FeedCoreTests/Fixtures Tests/DemoServer/Feeds -type f | while IFS= read -r file; do
            { printf '\0'; cat "$file"; } > "$seeds/$((number++))"
        done ;;
    query | config) while IFS= read -r line; do printf '%b' "$line" > "$seeds/$((number++))"; done < Tests/Fuzz/Seeds/$1.txt ;;
    # The byte in front chooses between HTML and plain text.
    page) find Tests/Fuzz/Seeds/html -type f | while IFS= read -r file; do
            { printf '\0'; cat "$file"; } > "$seeds/$((number++))"
        done ;;
    *) cp Tests/Fuzz/Seeds/"$1"/* "$seeds" ;;
    esac
}

failed=0
# An input that takes so many seconds fails, although it ends.
slow=2
for trial in "${trials[@]}"; do
    seed "$trial"
    ln -f "$folder/program" "$folder/$trial"
    dictionary=markup
    # As long as real documents, so that time that grows with the square of the length shows.
    length=262144
    case $trial in
    date) dictionary=date length=200 ;;
    query) dictionary=query length=400 ;;
    config) dictionary=config length=2000 ;;
    state) dictionary=state length=20000 ;;
    esac
    echo "fuzzing $trial for $seconds s" >&2
    # libxml2's tables are made once and kept to the end: leaks are looked for in the tests of the program.
    if ! SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 "$folder/$trial" "$folder/tried/$trial" "$folder/seeds/$trial" \
        -max_total_time="$seconds" -max_len="$length" -timeout=5 -report_slow_units="$slow" -rss_limit_mb=2048 \
        -dict="Tests/Fuzz/$dictionary.dict" \
        -artifact_prefix="$folder/found/$trial-" -print_final_stats=1 > "$folder/$trial.log" 2>&1
    then
        failed=1
        grep -E 'Fatal error|ERROR:|SUMMARY:|Test unit written' "$folder/$trial.log" >&2 || tail -5 "$folder/$trial.log" >&2
        echo "$trial: an input that fails is in $folder/found; $folder/$trial FILE runs it again" >&2
    elif grep -q '^Slowest unit' "$folder/$trial.log"; then
        failed=1
        echo "$trial: inputs that take $slow s or more are in $folder/found: $(grep -c '^Slowest unit' "$folder/$trial.log")" >&2
        grep -A1 '^Slowest unit' "$folder/$trial.log" | tail -2 >&2
    else
        grep -E 'stat::number_of_executed_units' "$folder/$trial.log" | sed "s/.*:  *\(.*\)/$trial: \1 inputs, all well/" >&2
    fi
done
exit $failed
