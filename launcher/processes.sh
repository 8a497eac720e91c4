# shellcheck shell=bash
# The processes that the launcher starts, and the end of exactly those.

readonly stop_limit=15 # seconds from the polite signal to the other one

# launch LOG COMMAND...: starts a process; its id is then in $!.
# With job control on, it is in a group of its own, so that Ctrl-C reaches the launcher alone and it decides the order.
launch() {
    local log=$1
    shift
    set -m
    "$@" >"$log" 2>&1 </dev/null &
    set +m
}

running() { kill -0 "$1" 2>/dev/null; }

# stop PID...: asks all of them to end, and ends those that do not.
stop() {
    local pid tenths=0
    for pid in "$@"; do kill -TERM "$pid" 2>/dev/null || true; done
    for pid in "$@"; do
        while running "$pid" && [ "$tenths" -lt $((stop_limit * 10)) ]; do
            sleep 0.1
            tenths=$((tenths + 1))
        done
        kill -KILL "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
}

# The answer's first line, asked without a tool that a machine may not have.
health_is_up() {
    local status=""
    {
        exec 3<>"/dev/tcp/127.0.0.1/$1" || return 1
    } 2>/dev/null
    printf 'GET /actuator/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
    read -t 5 -r status <&3 || true
    exec 3>&-
    [[ $status == *" 200"* ]]
}

# await_health PID PORT LOG: until the process answers, at most two minutes.
await_health() {
    local deadline=$((SECONDS + 120))
    until health_is_up "$2"; do
        if ! running "$1" || [ "$SECONDS" -ge "$deadline" ]; then
            tail -n 40 "$3" >&2
            fail "The console does not answer; all that it said is in $3"
        fi
        sleep 0.2
    done
}
