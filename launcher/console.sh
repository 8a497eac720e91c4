# shellcheck shell=bash
# The console alone, against a cluster that is there.

run_console() {
    read_mongodb_option "$@"
    [ -n "${LOCKKEEPER_MONGODB_URI:-}" ] || fail "Say which cluster and database: ./lockkeeper console --mongodb mongodb://host:27017/database"
    find_java
    build_if_needed
    SERVER_PORT=$(free_port "the console" "${SERVER_PORT:-8080}")
    export SERVER_PORT SERVER_ADDRESS="${SERVER_ADDRESS:-127.0.0.1}"
    say "The console will be at http://$SERVER_ADDRESS:$SERVER_PORT"
    exec "$JAVA_HOME/bin/java" -jar "$console_jar"
}
