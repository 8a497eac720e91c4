# shellcheck shell=bash
# The console alone, against a cluster that is there.

console_pid=""
console_options=()

run_console() {
    read_mongodb_option "$@"
    [ -n "${LOCKKEEPER_MONGODB_URI:-}" ] || fail "Say which cluster and database: ./lockkeeper console --mongodb mongodb://host:27017/database"
    find_java
    build_if_needed
    SERVER_PORT=$(free_port "the console" "${SERVER_PORT:-8080}")
    export SERVER_PORT SERVER_ADDRESS="${SERVER_ADDRESS:-127.0.0.1}"
    say "The console will be at http://$SERVER_ADDRESS:$SERVER_PORT"
    trap end_console EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    watch_over
    launch_console
    keep_running launch_console
}

launch_console() {
    set_console_options
    set -m
    "$JAVA_HOME/bin/java" "${console_options[@]}" -jar "$console_jar" </dev/null 9>&- &
    set +m
    console_pid=$!
    entrust "$console_pid"
}

end_console() {
    local code=$?
    trap '' INT TERM HUP PIPE
    # shellcheck disable=SC2086 # a process that was never started is no argument
    stop $console_pid
    exit "$code"
}

# Sets `console_options`. Without memory the console ends, for then it is started again; a half-dead one would not be.
set_console_options() {
    console_options=(-XX:+ExitOnOutOfMemoryError)
    if [ -n "${LOCKKEEPER_HEAP_DUMP:-}" ]; then
        console_options+=(-XX:+HeapDumpOnOutOfMemoryError "-XX:HeapDumpPath=$LOCKKEEPER_HEAP_DUMP")
    fi
}
