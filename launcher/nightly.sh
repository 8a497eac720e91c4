# shellcheck shell=bash
# What takes long, or draws at random, and is not needed on each change. Each seed is of the day, and repeats what it found.

run_nightly() {
    [ "$#" = 0 ] || fail "nightly takes no options."
    find_java
    require_maven
    find_mongod_for_tests
    find_chromium
    find_secantus
    rm -rf ./*/target/{surefire-reports,failsafe-reports,test-classes} ./*/*/target/{surefire-reports,failsafe-reports,test-classes}
    local day=$(($(date -u +%s) / 86400)) found=()
    say "The tests that are left out at each change ($state/nightly.log)"
    test_what_is_left_out || found+=("a test: $state/nightly.log")
    say "What chance decides, ten times as often ($state/times.log)"
    test_ten_times >"$state/times.log" 2>&1 || found+=("a test that repeats itself: $state/times.log")
    say "A tenth of the integration tests, ten times beside the models ($state/beside-load.log)"
    test_beside_load "$day" >"$state/beside-load.log" 2>&1 || found+=("a test beside load: $state/beside-load.log")
    say "The examples for Quarkus and Micronaut, in their JVM ($state/frameworks.log)"
    test_other_frameworks || found+=("the examples for Quarkus and Micronaut: $state/frameworks.log")
    say "A million of each: names, owners, requests and stored documents at random (seed $day)"
    test_at_night shared-model,console 'FuzzTest,BoardFuzzTest,LockRowFuzzTest' NoneAtAll \
        -Dlockkeeper.fuzz=1000000 -Dlockkeeper.fuzz.seed="$day" || found+=("a fuzz test")
    say "The protocol's models, and their mutants"
    find_spin
    docs/maintainers/model/check || found+=("a model")
    say "Settle and its plain model: 100,000 steps (seed $day)"
    test_at_night shared-model NoneAtAll SettlePropertyIT -Dsettle.seed="$day" -Dsettle.steps=100000 || found+=("settle")
    say "Simulation: 50,000 histories (from seed ${day}000000)"
    build verification/simulation
    simulate --seed "${day}000000" --histories 50000 || found+=("the simulation (docs/maintainers/how-it-is-tested.md, \"Reading a story\")")
    say "Simulation of a host agent: 20,000 histories (from seed ${day}000000)"
    simulate --host --seed "${day}000000" --histories 20000 || found+=("the simulation of a host agent")
    say "Faults, mixed: ten minutes (seed $day)"
    ./lockkeeper faults --only mixed --minutes 10 --seed "$day" || found+=("the faults")
    say "Faults, mixed, in three languages: five minutes (seed $day)"
    ./lockkeeper faults --languages --only mixed --minutes 5 --seed "$day" || found+=("the faults in three languages")
    say "What a lock costs beside the bare driver, against the figures that are kept ($state/bench.log)"
    local kept=(docs/maintainers/benchmarks/*)
    ./lockkeeper bench --peers lockkeeper,bare --against "${kept[-1]}" >"$state/bench.log" 2>&1 || found+=("a figure: $state/bench.log")
    say "The clients as their registries' users check them ($state/clients.log)"
    check_clients >"$state/clients.log" 2>&1 || found+=("a client: $state/clients.log")
    say "The commands of the launcher and of the pages ($state/commands.log)"
    run_shown_commands || found+=("a command: $state/commands.log")
    [ ${#found[@]} = 0 ] || fail "Found by $(printf '%s; ' "${found[@]}")repeat it with the seed that is named above."
    say "Nothing found."
}

# Tests with the tag nightly, in every module.
test_what_is_left_out() {
    local code=0
    left_out=('-Dtests.left.out=!nightly | load')
    mvn -B -ntp --fail-at-end -Prepeated-later verify -Dtest=NoUnitTest -Dsurefire.failIfNoSpecifiedTests=false \
        -Derror-prone.of.tests= \
        "${left_out[@]}" >"$state/nightly.log" 2>&1 || code=$?
    repeat_failed || code=1
    count_tests .
    return "$code"
}

# The integration tests that repeat themselves more often at night.
test_ten_times() {
    local files
    files=$(grep -rl 'Repeats[.]of(' --include='*.java' ./*/src/test ./*/*/src/test)
    test_at_night "$(sed -E 's:[.]/(.*)/src/test/.*:\1:' <<<"$files" | sort -u | paste -sd, -)" NoneAtAll \
        "$(sed -E 's:.*/(.*)[.]java:\1:' <<<"$files" | paste -sd, -)" -Dtests.times=10
}

# What passes on a quiet machine may fail on a busy one: in ten nights, each integration test has run ten times on such a one.
test_beside_load() {
    local tests modules classes load code=0 round
    tests=$(tests_of_the_night "$1")
    modules=$(cut -d ' ' -f 1 <<<"$tests" | sort -u | paste -sd, -)
    classes=$(cut -d ' ' -f 2 <<<"$tests" | paste -sd, -)
    while docs/maintainers/model/check --quick; do :; done &
    load=$!
    for round in {1..10}; do
        say "== round $round: $classes"
        test_at_night "$modules" NoneAtAll "$classes" || code=1
    done
    kill "$load"
    wait "$load" || true
    return "$code"
}

# tests_of_the_night DAY: prints module and class of every tenth integration test, of other ones on each of ten days.
tests_of_the_night() {
    local module
    sed -n '/<modules>/,/<\/modules>/s:.*<module>\(.*\)</module>:\1:p; /<\/modules>/q' pom.xml | while read -r module; do
        [ ! -d "$module/src/test" ] || integration_classes_of "$module" | sed "s:^:$module :"
    done | sort | awk -v day="$1" 'NR % 10 == day % 10'
}

# A database that speaks MongoDB's protocol, under the GPL: a tool of the tests, which is not shipped.
find_secantus() {
    if [ -n "${LOCKKEEPER_SECANTUS:-}" ]; then
        return
    fi
    if fetch_secantus >"$state/secantus.log" 2>&1; then
        export LOCKKEEPER_SECANTUS="$state/secantus/bin/secantusd-py"
    else
        say "Without SecantusDB its tests are skipped ($state/secantus.log)"
    fi
}

fetch_secantus() {
    python3 -m venv "$state/secantus" \
        && "$state/secantus/bin/pip" install --disable-pip-version-check secantusdb==0.7.0b3
}

# Types and packages, by the tools of each language, and the workflows; what is not here is left out.
check_clients() (
    local folder
    folder=$(mktemp -d)
    trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
    export GOTOOLCHAIN=local GOBIN="$folder"
    if has npm; then
        npm pack ./clients/node --pack-destination "$folder" \
            && npm install --prefix "$folder" --no-save publint@0.3.25 @arethetypeswrong/cli@0.18.5 \
            && "$folder/node_modules/.bin/publint" run --strict "$folder"/*.tgz \
            && "$folder/node_modules/.bin/attw" "$folder"/*.tgz || exit 1
    fi
    if python3 -m venv "$folder/python"; then
        "$folder/python/bin/pip" install mypy==2.4.1 \
            && "$folder/python/bin/mypy" --strict --cache-dir "$folder/types" clients/python/lockkeeper || exit 1
    fi
    if has go; then
        go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 && "$folder/actionlint" || exit 1
        go install honnef.co/go/tools/cmd/staticcheck@v0.8.2 && cd clients/go && "$folder/staticcheck" ./... || exit 1
    fi
)

# The commands of launcher/commands that are left to the night, as a stranger types them: in a clone in an empty folder whose name has a
# space, with a Maven repository where nothing of ours is; the last ones from another folder and without a network, for what they want was
# fetched by then.
# shellcheck disable=SC2030,SC2031 # all that begins and ends processes runs in this subshell
run_shown_commands() (
    local folder clone line command failed=0 begun=()
    folder=$(mktemp -d)
    clone="$folder/a clone"
    git clone --quiet . "$clone"
    own_repository "$folder/repository"
    python3 -m venv "$folder/python" || true
    exec >"$state/commands.log" 2>&1
    trap 'kill "${begun[@]}" 2>/dev/null; wait; rm -rf "$folder"' EXIT
    while IFS= read -r line <&7; do
        command=${line#*: } SECONDS=0
        say "== $line"
        case "$line" in
            "night: "*) run_in "$clone" "$command" ;;
            "night, in the tutorial's folder: "*) write_worker "$folder/worker" && run_in "$folder/worker" "$command" && compile_worker "$folder/worker" ;;
            "night, in examples/node: "*) run_in "$clone/examples/node" "$command" ;;
            "night, in a Python of its own: "*) PATH="$folder/python/bin:$PATH" run_in "$clone" "$command" ;;
            "night, without a network: "*) PATH="$clone:$PATH" run_in / "$(without_network "${command#./}")" ;;
            "night, without a network, until "*) stop "${begun[@]}" && PATH="$clone:$PATH" run_until / "$line" "$(without_network "${command#./}")" ;;
            "night, until "*) run_until "$clone" "$line" "$command" ;;
        esac || {
            say "== failed: $command"
            failed=1
        }
        case "$line" in night*) say "== $SECONDS s; the clone has $(du -sm "$clone" | cut -f 1) MB" ;; esac
    done 7<launcher/commands
    exit "$failed"
)

# run_in FOLDER COMMAND
run_in() { (cd "$1" && exec bash -euo pipefail -c "$2" </dev/null); }

# without_network COMMAND: in a namespace that has a loopback and nothing else.
without_network() { echo "exec unshare -rn sh -c 'ip link set lo up && exec $1'"; }

# run_until FOLDER LINE COMMAND: starts what goes on until it is ended, and awaits the words that the line has in quotes.
# shellcheck disable=SC2031 # called in the subshell that declares them
run_until() {
    local words=${2#*\"} said="$folder/said" seconds=0
    words=${words%%\"*}
    run_in "$1" "$3" >"$said" 2>&1 &
    begun+=("$!")
    until grep -qF "$words" "$said"; do
        if [ "$seconds" -ge 1800 ] || ! kill -0 "${begun[-1]}"; then
            cat "$said"
            return 1
        fi
        sleep 1
        seconds=$((seconds + 1))
    done
}

# own_repository FOLDER: what was downloaded before is shared by links; what is installed stays in the folder.
own_repository() {
    local shared="${HOME:-/nowhere}/.m2/repository"
    mkdir -p "$1"
    [ ! -d "$shared" ] || cp -as "$shared/." "$1/"
    rm -rf "${1:?}/$(of_pom groupId pom.xml | tr . /)"
    find "$1" -type l \( -name '_remote.repositories' -o -name '*.lastUpdated' -o -name 'resolver-status.properties' -o -name 'maven-metadata*' \) -delete
    export MAVEN_OPTS="${MAVEN_OPTS:-} -Dmaven.repo.local=$1"
}

# write_worker FOLDER: the tutorial's project, as its reader copies it.
write_worker() {
    mkdir "$1"
    code_of_page docs/guide/tutorial.md xml >"$1/pom.xml"
    code_of_page docs/guide/tutorial.md java >"$1/Worker.java"
}

compile_worker() { "$JAVA_HOME/bin/javac" -d "$1/classes" -cp "$1/lib/*" "$1/Worker.java"; }

# code_of_page PAGE LANGUAGE: its first block in that language.
code_of_page() { awk -v fence="\`\`\`$2" '$0 == fence { inside = 1; next } /^\`\`\`/ && inside { exit } inside' "$1"; }

# They are no part of each build, because both bring many artifacts that no other module needs.
test_other_frameworks() {
    mvn -B -ntp -Pother-frameworks -pl examples/quarkus,examples/micronaut -am verify -Dtest=NoUnitTest -Dit.test='SeatsIT,InvoicesIT' \
        -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false >"$state/frameworks.log" 2>&1
}

# test_at_night MODULES TESTS INTEGRATION-TESTS [OPTION...]
test_at_night() {
    mvn -B -ntp -q -pl "$1" -am verify -Dtest="$2" -Dit.test="$3" \
        -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false "${@:4}"
}
