# shellcheck shell=bash
# The demo: MongoDB, the console and the services, each a process of its own, until Ctrl-C.

readonly demo="$state/demo"
readonly small_jvm=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto)
mongod_pid="" follower_pid=""
service_pids=()
mongodb_shown="the one given" # a URI may carry a password

run_demo() {
    local services='SmsSender sms-1
        SmsSender sms-2
        SmsSender sms-3
        SmsSender sms-4
        NightlyReport report-1
        NightlyReport report-2
        Payments pay-1
        Payments pay-2
        Payments pay-3
        Packing pack-1
        Returns ret-1
        HangingImport import-1'
    local foreign=""
    if [ "${1:-}" = --foreign ]; then
        foreign=yes
        shift
    fi
    read_mongodb_option "$@"
    find_java
    refuse_a_second_demo
    build_if_needed
    [ -z "$foreign" ] || build_other_libraries
    mkdir -p "$demo/data" "$demo/logs"
    rm -f "$demo"/logs/*.log
    trap stop_demo EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    watch_over
    start_mongodb
    start_console
    start_services <<<"$services"
    await_health "$console_pid" "$console_port" "$demo/logs/console.log"
    if [ -n "$foreign" ]; then
        start_other_libraries
        show_demo
        show_foreign_demo
        follow prices-1
    else
        show_demo
        show_hanging_import
        follow import-1
    fi
    keep_running launch_demo_console || true
    fail "The console has ended; all that it said is in $demo/logs/console.log"
}

# Sets and exports LOCKKEEPER_MONGODB_URI where `--mongodb URI` was given.
read_mongodb_option() {
    case "$#:${1:-}" in
        0:) ;;
        2:--mongodb) export LOCKKEEPER_MONGODB_URI=$2 ;;
        *) fail "demo takes --foreign first, and demo and console take --mongodb URI; the rest is not understood" ;;
    esac
}

# A mongod that runs keeps its process id in this file; that of a container is 1.
refuse_a_second_demo() {
    local pid=""
    read -r pid 2>/dev/null <"$demo/data/mongod.lock" || true
    if [ "${pid:-1}" != 1 ] && running "$pid"; then
        fail "A demo of this checkout is running already: its mongod is process $pid. End it first."
    fi
}

start_mongodb() {
    [ -z "${LOCKKEEPER_MONGODB_URI:-}" ] || return 0
    local port
    port=$(free_port MongoDB 27117)
    if find_local_mongod; then
        start_mongod "$port"
    elif docker_answers; then
        start_mongod_in_docker "$port"
    else
        fetch_mongod
        start_mongod "$port"
    fi
    mongod_pid=$!
    warn_of_old_mongod
    "$JAVA_HOME/bin/java" "${small_jvm[@]}" -cp "$examples_path" io.lockkeeper.examples.demo.InitiateReplicaSet "$port" \
        >"$demo/logs/initiate.log" 2>&1 || {
        tail -n 20 "$demo/logs/mongod.log" "$demo/logs/initiate.log" >&2
        fail "MongoDB did not start."
    }
    mongodb_shown="127.0.0.1:$port, database lockkeeper"
    export LOCKKEEPER_MONGODB_URI="mongodb://127.0.0.1:$port/lockkeeper?replicaSet=rs0"
}

start_mongod() {
    launch "$demo/logs/mongod.log" "$mongod" --replSet rs0 --bind_ip 127.0.0.1 --port "$1" --nounixsocket \
        --dbpath "$demo/data" --wiredTigerCacheSizeGB 0.25
}

# The port is the same inside and outside: a member must reach itself under the name that clients use.
start_mongod_in_docker() {
    docker image inspect mongo:8 >/dev/null 2>&1 || docker pull mongo:8
    launch "$demo/logs/mongod.log" docker run --rm --publish "127.0.0.1:$1:$1" --user "$(id -u):$(id -g)" \
        --volume "$demo/data:/data/db" mongo:8 mongod --replSet rs0 --bind_ip_all --port "$1" --wiredTigerCacheSizeGB 0.25
}

start_console() {
    console_port=$(free_port "the console" 8080)
    export SERVER_ADDRESS=127.0.0.1 SERVER_PORT=$console_port
    export LOCKKEEPER_USERS_DEMO=true # its two accounts; they are only in memory, and only on this machine
    launch_demo_console
}

launch_demo_console() {
    set_console_options
    launch "$demo/logs/console.log" "$JAVA_HOME/bin/java" "${small_jvm[@]}" "${console_options[@]}" -Xmx384m -jar "$console_jar"
    console_pid=$!
}

start_services() {
    local name instance
    while read -r name instance; do
        launch "$demo/logs/$instance.log" "$JAVA_HOME/bin/java" "${small_jvm[@]}" -Xmx64m -cp "$examples_path" \
            "io.lockkeeper.examples.demo.$name" "$instance"
        service_pids+=("$!")
    done
}

# Services with locks of other libraries, which the console watches from the first one on.
start_other_libraries() {
    run_other_library WatchThem >"$demo/logs/watch-them.log" 2>&1 \
        || fail "The console could not be set to watch the other libraries' locks; $demo/logs/watch-them.log says why"
    local name instance options
    while read -r name instance options; do
        # shellcheck disable=SC2086 # options are words
        launch "$demo/logs/$instance.log" "$JAVA_HOME/bin/java" "${small_jvm[@]}" -Xmx96m -cp "$other_libraries_path" \
            "io.lockkeeper.examples.other.$name" "$instance" $options
        service_pids+=("$!")
    done <<'SERVICES'
PriceImport prices-1 30
PriceImport prices-2
Reindexing index-1
Reindexing index-2
Mails mails-1
Projection orders-1
Projection orders-2
SERVICES
}

run_other_library() {
    "$JAVA_HOME/bin/java" "${small_jvm[@]}" -cp "$other_libraries_path" "io.lockkeeper.examples.other.$1" "${@:2}"
}

show_demo() {
    cat <<TEXT

  Lockkeeper's console    http://127.0.0.1:$console_port
  to look at it           viewer / viewer
  to evict holders        operator / operator
  logs                    $demo/logs
  MongoDB                 $mongodb_shown

  Two services wait for each other now and then; the page Waits shows it.
TEXT
}

show_hanging_import() {
    cat <<'TEXT'
  Ctrl-C ends all of it. One service hangs: evict it in the console, and see here how it is notified:

TEXT
}

show_foreign_demo() {
    cat <<'TEXT'
  Seven more services take their locks by ShedLock, quartz-mongodb, Axon and JobRunr, in the database "shop".
  The page Sources shows them; docs/guide/other-libraries.md shows them in five minutes.
  Ctrl-C ends all of it. A minute from now a price import hangs. This is what it says:

TEXT
}

# Shows one service's log on the terminal as it grows. When nobody reads that any more, the demo ends.
follow() {
    set -m
    tail -n +1 -F "$demo/logs/$1.log" 2>/dev/null 9>&- > >(show_lines_of "$1") &
    set +m
    follower_pid=$!
    entrust "$follower_pid"
}

show_lines_of() {
    exec 9>&-
    trap '' PIPE
    local line
    while IFS= read -r line; do
        say "  $1 | $line" 2>/dev/null || kill -TERM "$$"
    done
}

stop_demo() {
    local code=$?
    trap '' INT TERM HUP PIPE
    {
        say
        say "Stopping the services, the console and MongoDB"
    } 2>/dev/null || true
    # shellcheck disable=SC2086 # a process that was never started is no argument
    stop $follower_pid ${service_pids[@]+"${service_pids[@]}"}
    # shellcheck disable=SC2086
    stop $console_pid
    # shellcheck disable=SC2086
    stop $mongod_pid
    exit "$code"
}
