# shellcheck shell=bash
# The processes that the launcher starts, and the end of exactly those.

readonly stop_limit=15     # seconds from the polite signal to the other one
readonly longest_pause=60  # seconds before a console that ran out of memory is started again
readonly steady_seconds=${steady_seconds:-60} # a process that lived so long may be started again when it ends

# launch LOG COMMAND...: starts a process; its id is then in $! and known to the watcher.
# With job control on, it is in a group of its own, so that Ctrl-C reaches the launcher alone and it decides the order.
launch() {
    local log=$1
    shift
    set -m
    "$@" >"$log" 2>&1 </dev/null 9>&- &
    set +m
    entrust "$!"
}

# Starts the watcher, which ends what is launched as soon as the launcher is gone, whatever ended it: a closed pipe, a
# hang-up, a kill. It learns of that by the end of a pipe whose other end, descriptor 9, the launcher alone holds open.
watch_over() {
    local pipe
    pipe=$(mktemp -u "$state/launched.XXXXXX")
    mkfifo -m 600 "$pipe"
    set -m
    outlive_launcher <"$pipe" >/dev/null 2>&1 &
    set +m
    exec 9>"$pipe"
    rm -f "$pipe"
}

# entrust PID: the watcher is to end it. With the time of its start, since the system reuses ids.
entrust() { printf '%s %s\n' "$1" "$(started_at "$1")" >&9; }

started_at() { ps -o lstart= -p "$1" 2>/dev/null || true; }

# What was launched last ends first, and all but the very first, the database, together.
outlive_launcher() {
    trap '' INT TERM HUP PIPE
    trap - EXIT
    local pid started others=() first=""
    while read -r pid started; do
        if [ -z "$first" ]; then first="$pid $started"; else others+=("$pid $started"); fi
    done
    # shellcheck disable=SC2046 # ids, which are to be words
    stop $(still_there ${others[@]+"${others[@]}"})
    # shellcheck disable=SC2046
    stop $(still_there ${first:+"$first"})
}

# still_there 'PID START'...: prints the ids that are still those of the same processes.
still_there() {
    local each pid started
    for each in "$@"; do
        read -r pid started <<<"$each"
        if [ "$(started_at "$pid" | xargs)" = "$(xargs <<<"$started")" ]; then echo "$pid"; fi
    done
}

# keep_running START: calls START, which sets `console_pid`, and again when that process has ended by itself. One that ends
# soon after its start is not started again, unless memory ended it: whoever can take its memory could end it for good. The
# pause before that doubles, to a minute, until one has lived long.
keep_running() {
    local began code pause=1
    while :; do
        began=$SECONDS code=0
        wait "$console_pid" || code=$?
        if [ $((SECONDS - began)) -ge "$steady_seconds" ]; then
            pause=1
            say "The console ended with code $code$(meaning_of "$code"). It is started again."
        elif ran_out_of_memory "$code"; then
            say "The console ended with code $code$(meaning_of "$code"), $((SECONDS - began)) s after its start. It is started again in $pause s. If this goes on, give it more memory."
            sleep "$pause" 9>&- & # in the background, so that a signal ends the launcher now
            wait "$!"
            pause=$((pause * 2 < longest_pause ? pause * 2 : longest_pause))
        else
            return "$code"
        fi
        "$1"
    done
}

# 3: the JVM's own; 137: killed, as the kernel does where the machine or its container has no memory left.
ran_out_of_memory() { [ "$1" = 3 ] || [ "$1" = 137 ]; }

meaning_of() {
    case $1 in
        3) echo ", out of memory" ;;
        137) echo ", killed" ;;
        *) ;;
    esac
}

# One that has ended and whose parent has not looked runs no more.
running() { kill -0 "$1" 2>/dev/null && [[ $(ps -o stat= -p "$1" 2>/dev/null) != Z* ]]; }

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
