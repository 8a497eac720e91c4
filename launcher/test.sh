# shellcheck shell=bash
# Every check and test, with what they need.

readonly fetched_promtool="$state/promtool"
readonly fetched_nginx="$state/nginx"
repeated=()
left_out=() # the option of Maven that names other tests to leave out than the poms do

run_test() {
    case "$#:${1:-}" in
        0:) ;;
        2:--server) use_server "$2" ;;
        *:[A-Z]*)
            run_class "$@"
            return
            ;;
        *:[a-z]*)
            run_module "$@"
            return
            ;;
        *) fail "Understood is only: test [--server VERSION], test MODULE [--unit | -D...] or test CLASS[#METHOD] [-D...]" ;;
    esac
    find_java
    require_maven
    [ -n "${LOCKKEEPER_TEST_MONGODB:-}" ] || find_mongod_for_tests
    find_chromium
    find_promtool
    find_nginx
    find_spin
    find_zsh
    check_scripts
    launcher/check-processes
    check_promises
    check_versions
    rm -rf ./*/target/{surefire,failsafe}-reports ./*/*/target/{surefire,failsafe}-reports
    local code=0
    docs/maintainers/model/check --quick >"$state/model.log" 2>&1 &
    model_check=$!
    trap 'kill "$model_check" 2>/dev/null || true' EXIT
    mvn -B -ntp -T 2 --fail-at-end -Prepeated-later verify || code=$?
    repeat_failed || code=1
    say "The protocol's models and their mutants, but for those that take long"
    wait "$model_check" || code=1
    cat "$state/model.log"
    show_sum
    exit "$code"
}

# run_module MODULE [--unit | -D...]: what it stands on is only compiled. With --unit, only tests without a server; -Dtest= and
# -Dit.test= name fewer, and other options are Maven's.
run_module() {
    local module=${1%/} unit integration option options=()
    [ -e "$module/pom.xml" ] || fail "There is no module '$module'."
    unit=$(unit_tests_of "$module") || unit=NoUnitTest
    integration=$(integration_tests_of "$module") || integration=NoIntegrationTest
    for option in "${@:2}"; do
        case "$option" in
            --unit) integration=NoIntegrationTest ;;
            -Dtest=*) unit=${option#*=} integration=NoIntegrationTest ;;
            -Dit.test=*) unit=NoUnitTest integration=${option#*=} ;;
            -*) options+=("$option") ;;
            *) fail "Understood is only: test MODULE [--unit | -D...]" ;;
        esac
    done
    run_tests_of "$module" "$unit" "$integration" ${options[@]+"${options[@]}"} || fail "'$module' failed."
    count_tests "$module"
}

# unit_tests_of MODULE and integration_tests_of MODULE print names of classes, with commas between them.
unit_tests_of() { classes_of "$1" | grep 'Test$' | grep -v 'StressTest$' | paste -sd, -; }

integration_tests_of() { integration_classes_of "$1" | grep . | paste -sd, -; }

integration_classes_of() { classes_of "$1" | sed -nE '/(IT|StressTest)$/p'; }

classes_of() {
    find "$1/src/test" -name '*.java' -o -name '*.kt' | sed -E 's:.*/src/test/[a-z]+/(.*)[.].*:\1:' | tr / .
}

# run_class CLASS[#METHOD] [OPTION...]: only that, whatever tag it has. Maven calls it a success where there is none.
run_class() {
    local class=${1%%#*} source module unit=NoUnitTest integration=NoIntegrationTest
    source=$(find ./*/src/test ./*/*/src/test -name "$class.java" -o -name "$class.kt" | head -n 1)
    [ -n "$source" ] || fail "No module has a test '$class'."
    case "$class" in
        *StressTest | *IT) integration=$1 ;;
        *) unit=$1 ;;
    esac
    module=${source%%/src/test/*}
    run_tests_of "${module#./}" "$unit" "$integration" -Dtests.left.out=none "${@:2}" || fail "'$1' failed."
    [[ $(count_tests "$module") != "0 passed, 0 failed, 0 skipped" ]] || fail "'$class' has no such test: '$1'."
    count_tests "$module"
}

# run_tests_of MODULE UNIT INTEGRATION [OPTION...]: a server and a browser are looked for where integration tests are asked for.
run_tests_of() {
    find_java
    require_maven
    if [ "$3" != NoIntegrationTest ]; then
        find_mongod_for_tests
        case "$1" in console | desktop) find_chromium ;; esac
    fi
    rm -rf "$1"/target/{surefire,failsafe}-reports
    test_at_night "$1" "$2" "$3" "${@:4}"
}

# Tests kill and pause processes, so a container does not serve all of them.
find_mongod_for_tests() {
    find_local_mongod || fetch_mongod
    export LOCKKEEPER_MONGOD=$mongod
    say "mongod: $LOCKKEEPER_MONGOD"
}

# Chromium without a window, which Playwright would fetch as well, takes two thirds of the whole browser's processor time.
find_chromium() {
    LOCKKEEPER_CHROMIUM=${LOCKKEEPER_CHROMIUM:-$(headless_chromium || local_chromium || install_chromium)}
    [ -n "$LOCKKEEPER_CHROMIUM" ] || fail "Missing: Chromium, for the browser tests. Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium)
or set LOCKKEEPER_CHROMIUM to a Chromium or Chrome."
    export LOCKKEEPER_CHROMIUM
    say "browser: $LOCKKEEPER_CHROMIUM"
}

# On a machine that is made for a build it is installed beside a browser, too.
headless_chromium() {
    local name=chromium-headless-shell
    command -v "$name" || { [ -n "${CI:-}" ] && install_package "$name" >"$state/chromium.log" 2>&1 && command -v "$name"; }
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
    install_package chromium >"$state/chromium.log" 2>&1 && command -v chromium
}

find_promtool() {
    if has "${LOCKKEEPER_PROMTOOL:-promtool}"; then
        return
    fi
    if [ -x "$fetched_promtool" ] || fetch_promtool; then
        export LOCKKEEPER_PROMTOOL=$fetched_promtool
    else
        say "Without promtool the alerts are not tried, and two tests say so. Install it (Debian: apt-get install prometheus; macOS: brew install prometheus) or set LOCKKEEPER_PROMTOOL to one"
    fi
}

# Out of Debian's package, which is not installed: that would start a Prometheus.
fetch_promtool() {
    say "Fetching promtool (19 MB) into $state"
    local download="$state/download"
    rm -rf "$download"
    mkdir -p "$download"
    download_package prometheus "$download" >"$state/promtool.log" 2>&1 \
        && dpkg-deb --extract "$download"/prometheus*.deb "$download" \
        && mv "$download/usr/bin/promtool" "$fetched_promtool" \
        && rm -rf "$download"
}

find_nginx() {
    if has "${LOCKKEEPER_NGINX:-nginx}" || [ -x /usr/sbin/nginx ]; then
        return
    fi
    if [ -x "$fetched_nginx" ] || fetch_nginx; then
        export LOCKKEEPER_NGINX=$fetched_nginx
    else
        say "Without nginx its configuration is read and not tried, and one test says so. Install it (Debian: apt-get install nginx-light; macOS: brew install nginx) or set LOCKKEEPER_NGINX to one"
    fi
}

find_zsh() {
    has zsh || install_package zsh || say "Without zsh the command line's completion is tried only in bash, and one test says so. Install it (Debian: apt-get install zsh; macOS has it)"
}

# Out of Debian's package, which is not installed: that would start a server.
fetch_nginx() {
    say "Fetching nginx (1 MB) into $state"
    local download="$state/download"
    rm -rf "$download"
    mkdir -p "$download"
    download_package nginx "$download" >"$state/nginx.log" 2>&1 \
        && dpkg-deb --extract "$download"/nginx*.deb "$download" \
        && "$download/usr/sbin/nginx" -v 2>/dev/null \
        && mv "$download/usr/sbin/nginx" "$fetched_nginx" \
        && rm -rf "$download"
}

check_scripts() {
    if has shellcheck; then
        shellcheck -a -x lockkeeper .ci/run docs/maintainers/model/check launcher/check-processes launcher/first-page launcher/first-visit launcher/run-image launcher/packaged/lockkeeper launcher/packaged/lockkeeper-console || fail "shellcheck found fault with the scripts."
    fi
}

# A promise whose test is gone is none.
check_promises() {
    local page name
    while IFS=: read -r page name; do
        [ -n "$(find . -path '*/src/test/*' -name "$name.java")" ] || fail "$page names $name, which is no test."
    done < <(grep -oE '\b[A-Za-z]+(Test|IT|Contract)\b' docs/reference/guarantees.md docs/maintainers/behaviour.md | sort -u)
}

# Chart, compose file, clients and the page of the package name what this tree builds.
check_versions() {
    local version client
    version=$(project_version)
    grep -qx "appVersion: $version" "$chart/Chart.yaml" || fail "$chart/Chart.yaml has another appVersion than $version."
    grep -q "image: ${image_registry}lockkeeper-console:$version " docker/compose.yaml || fail "docker/compose.yaml names another image than ${image_registry}lockkeeper-console:$version."
    grep -qF "/lockkeeper_$(debian_version)_" docs/reference/command-line.md || fail "docs/reference/command-line.md names another .deb than lockkeeper_$(debian_version)."
    grep -qx "  \"version\": \"$(numeric_version)\"," clients/node/package.json || fail "clients/node/package.json has another version than $(numeric_version)."
    grep -qx "version = \"$(numeric_version)\"" clients/python/pyproject.toml || fail "clients/python/pyproject.toml has another version than $(numeric_version)."
    [ "$(go_path)" = "$(go_path_in "$(project_repository)")" ] || fail "clients/go/go.mod has another path than $(go_path_in "$(project_repository)")."
    for client in node python; do
        cmp -s LICENSE "clients/$client/LICENSE" || fail "clients/$client/LICENSE is another than LICENSE."
    done
}

# Adds up the reports of all modules: the last line is the sum alone.
show_sum() {
    say ""
    [ ${#repeated[@]} = 0 ] || printf 'Passed only when it was repeated: %s\n' "${repeated[@]}"
    show_left_out
    count_tests .
}

# The tests that kill, pause, secure or replace a server's process, where the tests were given a server: among the skipped ones.
show_left_out() {
    local names
    names=$(left_out_tests)
    [ -n "$names" ] || return 0
    say "Left out, for they need the process of a server:"
    sort <<<"$names" | uniq -c | awk '{ sum += $1; print "  " $2 " " $1 } END { print "  " sum " together, among the skipped ones" }'
}

# Prints the class of each.
left_out_tests() {
    find . -path '*/target/*-reports/TEST-*.xml' -exec awk '
        /<testcase / && match($0, / classname="[^"]*"/) { class = substr($0, RSTART + 12, RLENGTH - 13); sub(/.*[.]/, "", class) }
        /<skipped message="needs the process of a server/ { print class }' {} +
}

# Classes of tests with browsers and processes that failed run once more, in a JVM of their own
# (docs/maintainers/decided-and-why.md#tests).
repeat_failed() {
    local repeatable module failed code=0
    repeatable=$(grep -l '<tests.repeatable>true' ./*/pom.xml ./*/*/pom.xml | xargs -n 1 dirname)
    for module in $repeatable; do
        if grep -qs '<failureMessage>[^<]' "$module"/target/failsafe-reports/failsafe-summary*.xml; then
            say "A JVM with tests of $module ended early"
            code=1
        fi
        rm -f "$module"/target/failsafe-reports/failsafe-summary*.xml
    done
    for module in $repeatable; do
        failed=$(failed_classes "$module")
        if [ -n "$failed" ]; then
            repeat_classes "$module" "$failed" || code=1
        fi
    done
    return "$code"
}

# failed_classes MODULE: prints the classes of integration tests that failed, with commas between them.
failed_classes() {
    grep -lsE '<testsuite .* (errors|failures)="[1-9]' "$1"/target/failsafe-reports/TEST-*.xml | sed -E 's/.*TEST-(.*)[.]xml/\1/' | paste -sd, -
}

# repeat_classes MODULE CLASSES
repeat_classes() {
    local log
    log="$state/repeated-$(basename "$1").log"
    say "Failed in $1, and repeated ($log): $2"
    mvn -B -ntp -pl "$1" -am verify -Dtest=NoUnitTest -Dit.test="$2" ${left_out[@]+"${left_out[@]}"} \
        -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false >"$log" 2>&1 || {
        cat "$log"
        return 1
    }
    repeated+=("$2")
}

# count_tests FOLDER...: prints how many tests passed, failed and were skipped in the reports below.
count_tests() {
    find "$@" -path '*/target/*-reports/TEST-*.xml' -exec grep -ho '<testsuite [^>]*>' {} + | awk '
        function count(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3) + 0 : 0 }
        { tests += count("tests"); failed += count("failures") + count("errors"); skipped += count("skipped") }
        END { printf "%d passed, %d failed, %d skipped\n", tests - failed - skipped, failed, skipped }'
}
