# shellcheck shell=bash
# Whole agents on one thread, by a seed.

run_simulate() {
    find_java
    rm -rf simulation/target/lib
    say "Building ($state/build.log)"
    build simulation
    simulate "$@"
}

# simulate OPTION...: with what is built.
simulate() {
    "$JAVA_HOME/bin/java" --add-opens=java.base/java.lang=ALL-UNNAMED -Djdk.trackAllThreads=false -XX:+UseSerialGC \
        -cp 'simulation/target/*:simulation/target/lib/*' io.lockkeeper.simulation.SimulateMain "$@"
}
