# shellcheck shell=bash
# Everything breaks, and the lock is held against what it promises.

run_faults() {
    find_java
    find_mongod_for_tests
    find_libfaketime
    case " $* " in *' --peers '*) find_redis ;; esac
    rm -rf verification/faults/target/lib
    say "Building ($state/build.log)"
    build verification/faults
    run_in_namespaces "$JAVA_HOME/bin/java" -cp 'verification/faults/target/*:verification/faults/target/lib/*' io.lockkeeper.faults.FaultsMain "$@"
}

# Clocks are shifted with it; where it cannot be installed, those faults are left out, and the suite says so.
find_libfaketime() {
    if compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || ! has apt-get || [ "$(id -u)" != 0 ]; then
        return
    fi
    say "Installing libfaketime"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q libfaketime >"$state/libfaketime.log" 2>&1 \
        || say "libfaketime could not be installed; faults of clocks are left out"
}

# Namespaces of its own for network and mounts, which end with the process; where a machine allows none, loopback ports.
run_in_namespaces() {
    if unshare -nm true 2>/dev/null; then
        LOCKKEEPER_NAMESPACES=1 exec unshare -nm "$@"
    elif unshare -Urnm true 2>/dev/null; then
        LOCKKEEPER_NAMESPACES=1 exec unshare -Urnm "$@"
    fi
    say "This machine gives no network namespaces: the faults that cut links are left out"
    exec "$@"
}
