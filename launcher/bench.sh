# shellcheck shell=bash
# What a lock costs beside its peers and beside the bare driver, on servers that are started for it.

run_bench() {
    find_java
    find_mongod_for_tests
    case "${1:-}" in
        console) measure_console && return ;;
        history) measure_history && return ;;
        foreign) measure_foreign && return ;;
        host) measure_host && return ;;
    esac
    find_redis
    rm -rf verification/benchmark/target/lib
    say "Building ($state/build.log)"
    build verification/benchmark
    case "${1:-}" in
        micro) measure micro.MicroMain "${@:2}" ;;
        all) measure BenchmarkMain --into "docs/maintainers/benchmarks/$(date -u +%F)" "$@" ;;
        *) measure BenchmarkMain "$@" ;;
    esac
}

measure() { exec "$JAVA_HOME/bin/java" -cp 'verification/benchmark/target/*:verification/benchmark/target/lib/*' "io.lockkeeper.benchmark.$1" "${@:2}"; }

# Tests run with one compiler, for they are short; what is measured runs with both, as the console does when it is installed.
readonly shipped_jvm='-Dtest.jvm.arguments=-XX:+EnableDynamicAgentLoading -Xshare:auto'

# As the command is started, which serves.
readonly asking_the_kernel='--add-exports=java.base/sun.nio.ch=ALL-UNNAMED --enable-native-access=ALL-UNNAMED'

# In a test, which has the browser and the fixtures: 100,000 live locks among 1,000,000, and 1,000 changes a second.
measure_console() {
    require_maven
    find_chromium
    mvn -B -ntp -pl console -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
        -Dit.test=LoadIT,LatencyIT,IdlePageIT -Dfailsafe.failIfNoSpecifiedTests=false -Dtests.left.out=none "$shipped_jvm" -Dload.locks=100000 -Dload.free=900000 \
        -Dload.changes=1000 -Dload.samples=100 -Dload.seconds=15 | tee "$state/bench-console.log" | grep --line-buffered -e 'live locks, ' -e 'an idle page: ' -e 'to visible in the browser' \
        || fail "That failed; all that was said is in $state/bench-console.log"
}

# 100,000 locks of another library beside ours, and 1,000 changes of them a second.
measure_foreign() {
    require_maven
    find_chromium
    mvn -B -ntp -pl console -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
        -Dit.test=ForeignLoadIT -Dfailsafe.failIfNoSpecifiedTests=false -Dtests.left.out=none "$shipped_jvm" -Dload.locks=100000 \
        -Dload.changes=1000 -Dload.samples=100 \
        | tee "$state/bench-foreign.log" | grep --line-buffered ' locks of another library, ' \
        || fail "That failed; all that was said is in $state/bench-foreign.log"
}

# How long after the kill of its holder the next waiter has a lock through the host agent, over 1,000 processes; what is done to 1,000 living
# ones each, and ends no lease; and what 64 processes, a hot lock, waiting services and 1,000 sessions cost.
measure_host() {
    require_maven
    mvn -B -ntp -pl host-agent -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
        -Dit.test=DeathLoadIT,BeliefLoadIT,HostLoadIT -Dfailsafe.failIfNoSpecifiedTests=false -Dtests.left.out=none -Dhost.kills=1000 -Dhost.lives=1000 \
        "$shipped_jvm $asking_the_kernel" \
        | tee "$state/bench-host.log" | grep --line-buffered -e '^kills=' -e '^lives=' -e '^host ' \
        || fail "That failed; all that was said is in $state/bench-host.log"
}

# Peers that keep their locks in Redis are left out if it cannot be installed.
find_redis() {
    if ! has "${LOCKKEEPER_REDIS:-redis-server}"; then
        install_package redis-server || say "Redis is neither here nor to be installed: its peers are left out."
    fi
}

# A history of 10,000,000 leases, which 40 readers ask at once of a console of 512 MB, and the recorder under load for a minute.
measure_history() {
    require_maven
    mvn -B -ntp -pl console -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
        -Dit.test=HistoryLoadIT,PastLoadIT,ManyReadersIT -Dfailsafe.failIfNoSpecifiedTests=false -Dtests.left.out=none -Dhistory.records=10000000 -Dhistory.seconds=60 \
        -Dreaders.leases=10000000 -Dreaders.heap=512 -Dreaders.behind=2 -Dpast.others=1000000 -Dpast.leases=20000 -Dpast.seconds=15 \
        | tee "$state/bench-history.log" | grep --line-buffered ' records: ' \
        || fail "That failed; all that was said is in $state/bench-history.log"
}
