# shellcheck shell=bash
# Whole agents on one thread, by a seed.

run_simulate() {
    find_java
    rm -rf verification/simulation/target/lib
    say "Building ($state/build.log)"
    build verification/simulation
    simulate "$@"
}

# simulate OPTION...: with what is built.
simulate() {
    "$JAVA_HOME/bin/java" --add-opens=java.base/java.lang=ALL-UNNAMED -Djdk.trackAllThreads=false -XX:+UseSerialGC \
        -cp 'verification/simulation/target/*:verification/simulation/target/lib/*' io.lockkeeper.simulation.SimulateMain "$@"
}
