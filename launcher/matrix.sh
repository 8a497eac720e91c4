# shellcheck shell=bash
# The tests on servers of several versions. The table that it writes has what was run, and nothing else.

readonly matrix_page=docs/compatibility.md
readonly matrix_versions='5.0.4 6.0.27'
readonly refused_version=4.4.2

run_matrix() {
    local modules=("$@") module version rows=() failed=0
    [ "$#" -gt 0 ] || modules=(shared-model agent agent-spring-boot-starter command-line console faults)
    for module in "${modules[@]}"; do
        [ -e "$module/pom.xml" ] || fail "There is no module '$module'."
    done
    find_java
    require_maven
    find_chromium
    for version in $matrix_versions; do
        test_on "$version" "${modules[@]}" || failed=1
    done
    refuse_old_server || failed=1
    write_matrix "${rows[@]}"
    [ "$failed" = 0 ] || fail "Not all passed: see $matrix_page and $state/matrix-*.log"
}

# test_on VERSION MODULE...: adds a row for each module.
test_on() {
    local version=$1 module list code=0
    shift
    use_server "$version"
    say "MongoDB $version: $* ($state/matrix-$version.log)"
    rm -rf ./*/target/surefire-reports ./*/target/failsafe-reports
    list=$(IFS=,; echo "$*")
    mvn -B -ntp --fail-at-end -pl "$list" -am verify >"$state/matrix-$version.log" 2>&1 || code=1
    for module in "$@"; do
        rows+=("| $version | $module | $(count_tests "$module") | $(date -u +%F) |")
    done
    printf '%s\n' "${rows[@]}"
    return "$code"
}

refuse_old_server() {
    local code=0
    use_server "$refused_version"
    say "MongoDB $refused_version is refused ($state/matrix-$refused_version.log)"
    rm -rf command-line/target/failsafe-reports
    mvn -B -ntp -pl command-line -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=OldServerIT \
        -Dfailsafe.failIfNoSpecifiedTests=false -Dtest.excluded= >"$state/matrix-$refused_version.log" 2>&1 || code=1
    rows+=("| $refused_version | refused, with a sentence (\`OldServerIT\`) | $(count_tests command-line) | $(date -u +%F) |")
    return "$code"
}

# Replaces the lines between the marks, and keeps the rest of the page.
write_matrix() {
    local table
    table=$(printf '%s\n' '| MongoDB | module | tests | run on |' '|---|---|---|---|' "$@")
    awk -v table="$table" '
        /<!-- matrix -->/ { print; print table; skipping = 1; next }
        /<!-- end of matrix -->/ { skipping = 0 }
        !skipping' "$matrix_page" >"$matrix_page.new"
    mv "$matrix_page.new" "$matrix_page"
}
