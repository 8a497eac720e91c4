# shellcheck shell=bash
# What a lock costs beside the bare driver, on replica sets that are started for it.

run_bench() {
    find_java
    find_mongod_for_tests
    say "Building ($state/build.log)"
    build benchmark
    exec "$JAVA_HOME/bin/java" -cp 'benchmark/target/*:benchmark/target/lib/*' io.lockkeeper.benchmark.BenchmarkMain "$@"
}
