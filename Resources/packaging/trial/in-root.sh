#!/usr/bin/env bash
# in-root.sh VERSION: tries the packages of /trial in the minimal Debian around it, as its root and as ordinary users.
# check-release.sh starts it.
set -euo pipefail

version=$1
export DEBIAN_FRONTEND=noninteractive

chapter() { printf '\n── %s\n' "$*"; }

# expect WHAT COMMAND…: prints what holds, or ends the trial.
expect() {
    local what=$1
    shift
    "$@" || { echo "this does not hold: $what" >&2; exit 1; }
    echo "   $what"
}

# as USER COMMANDLINE: what the user gets who logs in and types it.
as() { su - "$1" -c "$2"; }

apt_install() { apt-get install -y -q "$@" > /trial/apt.log 2>&1 || { cat /trial/apt.log >&2; exit 1; }; }

# All paths but the users' own, and those that every installation of a package changes.
everything() {
    find / -xdev \( -path /proc -o -path /dev -o -path /run -o -path /trial -o -path /home \
        -o -path /var/cache -o -path /var/log -o -path /var/lib/apt -o -path /var/lib/dpkg \
        -o -path /var/spool/cron \) -prune -o -print | sort
}

# begin_refresh USER: leaves a refresh of the user running, in the middle of its database.
begin_refresh() {
    as "$1" '/trial/as-user.sh begin' > "/trial/refresh.$1" 2>&1 &
    refresh=$!
    until [ -e "/home/$1/asked" ]; do
        kill -0 "$refresh" 2>/dev/null || { cat "/trial/refresh.$1" >&2; exit 1; }
        sleep 0.2
    done
}

end_refresh() {
    touch "/home/$1/answer"
    wait "$refresh" || { cat "/trial/refresh.$1" >&2; exit 1; }
    as "$1" '/trial/as-user.sh end'
}

chapter 'apt installs the package of an earlier version, with what it depends on'
useradd --create-home --shell /bin/bash reader
useradd --create-home --shell /bin/bash visitor
apt-get update -q > /trial/apt.log
apt_install /trial/earlier.deb
expect 'it is version 0.9.0' [ "$(dpkg-query -W -f '${Version}' rssium)" = 0.9.0 ]
expect 'what it recommends is there' [ -x /usr/bin/less -a -d /etc/ssl/certs ]
expect 'it has no script that runs as root' [ "$(dpkg-query --control-list rssium)" = md5sums ]
expect 'its files are as they were packaged' dpkg --verify rssium
dpkg -L rssium | grep -vx '/\.' > /trial/own
everything > /trial/before

chapter 'an ordinary user tries it'
as reader /trial/as-user.sh

chapter "apt upgrades it to $version while it is in use"
begin_refresh reader
apt_install /trial/rssium.deb
expect "it is version $version" [ "$(dpkg-query -W -f '${Version}' rssium)" = "$version" ]
end_refresh reader

chapter 'apt purges it'
as reader 'sha256sum .local/share/rssium/rssium.db' > /trial/data
apt-get purge -y -q rssium > /trial/apt.log
expect 'the program is gone' [ ! -e /usr/bin/rssium ]
while read -r path; do
    # A folder stays where another package has it too.
    [ ! -e "$path" ] || { [ -d "$path" ] && dpkg -S "$path" >/dev/null 2>&1; } || { echo "left: $path" >&2; exit 1; }
done < /trial/own
everything | comm -13 /trial/before - > /trial/left
expect 'nothing is left of it' diff /dev/null /trial/left
expect 'the data of the user is as it was' as reader 'sha256sum --quiet --check' < /trial/data

chapter 'another user installs the archive in the home folder'
as visitor 'tar -xzf /trial/rssium.tar.gz && touch before && find . | sort > before && rssium-*/install.sh'
expect 'the shell finds it' [ "$(as visitor 'command -v rssium')" = /home/visitor/.local/bin/rssium ]
as visitor /trial/as-user.sh

chapter 'and installs it again while it is in use'
begin_refresh visitor
as visitor 'rssium-*/install.sh'
end_refresh visitor

chapter 'and takes it away'
as visitor 'rssium-*/install.sh --remove && rm -r rssium-*'
as visitor 'find . | sort | comm -13 before -' > /trial/left
cat /trial/left
expect 'nothing is left but the data of the user' \
    [ "$(cut -d / -f -4 /trial/left | sort -u | xargs)" = './.local ./.local/share ./.local/share/rssium' ]

printf '\nThe packages of version %s hold what they promise.\n' "$version"
