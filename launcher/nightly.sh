# shellcheck shell=bash
# What takes long, or draws at random, and is not needed on each change. Each seed is of the day, and repeats what it found.

run_nightly() {
    [ "$#" = 0 ] || fail "nightly takes no options."
    find_java
    require_maven
    find_mongod_for_tests
    find_chromium
    rm -rf ./*/target/{surefire,failsafe}-reports ./*/*/target/{surefire,failsafe}-reports
    local day=$(($(date -u +%s) / 86400)) found=()
    say "The tests that are left out at each change ($state/nightly.log)"
    test_what_is_left_out || found+=("a test: $state/nightly.log")
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
    [ ${#found[@]} = 0 ] || fail "Found by $(printf '%s; ' "${found[@]}")repeat it with the seed that is named above."
    say "Nothing found."
}

# Tests with the tag nightly, in every module.
test_what_is_left_out() {
    local code=0
    left_out=('-Dtests.left.out=!nightly | load')
    mvn -B -ntp --fail-at-end -Prepeated-later verify -Dtest=NoUnitTest -Dsurefire.failIfNoSpecifiedTests=false \
        "${left_out[@]}" >"$state/nightly.log" 2>&1 || code=$?
    repeat_failed || code=1
    count_tests .
    return "$code"
}

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
