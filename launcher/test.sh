# shellcheck shell=bash
# Every check and test, with what they need.

run_test() {
    [ "$#" = 0 ] || fail "test takes no options."
    find_java
    require_maven
    find_mongod_for_tests
    find_chromium
    check_scripts
    rm -rf ./*/target/surefire-reports ./*/target/failsafe-reports
    local code=0
    mvn -B -ntp --fail-at-end verify || code=$?
    show_sum
    exit "$code"
}

# Tests kill and pause processes, so a container does not serve.
find_mongod_for_tests() {
    find_local_mongod || fetch_mongod
    export LOCKKEEPER_MONGOD=$mongod
    say "mongod: $LOCKKEEPER_MONGOD"
}

find_chromium() {
    LOCKKEEPER_CHROMIUM=$(local_chromium) || {
        install_chromium
        LOCKKEEPER_CHROMIUM=$(local_chromium) || fail "Chromium was installed, but is not on the path."
    }
    export LOCKKEEPER_CHROMIUM
    say "browser: $LOCKKEEPER_CHROMIUM"
}

local_chromium() {
    local name
    for name in "${LOCKKEEPER_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if [ -n "$name" ] && has "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

install_chromium() {
    local as_root=""
    if [ "$(id -u)" != 0 ]; then as_root="sudo -n"; fi
    if ! has apt-get || ! $as_root true 2>/dev/null; then
        fail "Missing: Chromium, for the browser tests. Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium)
or set LOCKKEEPER_CHROMIUM to a Chromium or Chrome."
    fi
    say "Installing chromium"
    $as_root apt-get update -q
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium
}

check_scripts() {
    if has shellcheck; then
        shellcheck -a -x lockkeeper .ci/run || fail "shellcheck found fault with the scripts."
    fi
}

# Adds up the reports of all modules: the last line is the sum alone.
show_sum() {
    find . -path '*/target/*-reports/TEST-*.xml' -exec grep -ho '<testsuite [^>]*>' {} + | awk '
        function count(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3) + 0 : 0 }
        { tests += count("tests"); failed += count("failures") + count("errors"); skipped += count("skipped") }
        END { printf "\n%d passed, %d failed, %d skipped\n", tests - failed - skipped, failed, skipped }'
}
