# shellcheck shell=bash
# The tests on servers of several versions. The table that it writes has what was run, and nothing else.

readonly matrix_page=docs/reference/compatibility.md
readonly refused_version=4.4.2

run_matrix() {
    local versions=(5.0.4 6.0.27 "$refused_version") modules=() driver= jdk= rows=() version module failed=0
    while [ "$#" -gt 0 ]; do
        case "$1" in
            --server | --driver | --jdk) [ "$#" -gt 1 ] || fail "Understood is: matrix [--server VERSION] [--driver VERSION] [--jdk FOLDER] [MODULE...]" ;;&
            --server) versions=("$2") ;;
            --driver) driver=$2 ;;
            --jdk) run_tests_on "$2" ;;
            *) modules+=("$1") ;;
        esac
        case "$1" in --*) shift 2 ;; *) shift ;; esac
    done
    [ ${#modules[@]} -gt 0 ] || modules=(shared-model agent agent-spring-boot-starter command-line console verification/faults)
    for module in "${modules[@]}"; do
        [ -e "$module/pom.xml" ] || fail "There is no module '$module'."
    done
    [ -z "$driver" ] || export MAVEN_OPTS="${MAVEN_OPTS:-} -Ddriver.version=$driver" # for every build, the repeated ones too
    find_java
    require_maven
    find_chromium
    for version in "${versions[@]}"; do
        use_server "$version"
        if [ "$version" = "$refused_version" ]; then
            refuse_old_server || failed=1
        else
            test_on "$version" "${modules[@]}" || failed=1
        fi
    done
    write_matrix "${rows[@]}"
    [ ${#repeated[@]} = 0 ] || printf 'Passed only when it was repeated: %s\n' "${repeated[@]}"
    [ "$failed" = 0 ] || fail "Not all passed: see $matrix_page and $state/matrix-*.log"
}

# run_tests_on FOLDER: the tests' processes alone. What compiles, and Maven itself, stay on the JDK of the build.
run_tests_on() {
    local java
    java=$(cd "$1" && pwd)/bin/java
    [ -x "$java" ] || fail "There is no bin/java in '$1'."
    jdk=$("$java" -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p')
    export MAVEN_OPTS="${MAVEN_OPTS:-} -Djvm=$java"
}

# test_on VERSION MODULE...: adds a row for each module.
test_on() {
    local version=$1 module list code=0
    shift
    say "MongoDB $version: $* ($state/matrix-$version.log)"
    rm -rf ./*/target/{surefire,failsafe}-reports ./*/*/target/{surefire,failsafe}-reports
    list=$(IFS=,; echo "$*")
    mvn -B -ntp --fail-at-end -Prepeated-later -pl "$list" -am verify >"$state/matrix-$version.log" 2>&1 || code=1
    repeat_failed || code=1
    for module in "$@"; do
        add_row "$version" "${module##*/}" "$module"
    done
    return "$code"
}

refuse_old_server() {
    local code=0
    say "MongoDB $refused_version is refused ($state/matrix-$refused_version.log)"
    rm -rf command-line/target/failsafe-reports
    mvn -B -ntp -pl command-line -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=OldServerIT \
        -Dfailsafe.failIfNoSpecifiedTests=false -Dtests.left.out=none >"$state/matrix-$refused_version.log" 2>&1 || code=1
    # shellcheck disable=SC2016 # the backticks are Markdown's
    add_row "$refused_version" 'refused, with a sentence (`OldServerIT`)' command-line
    return "$code"
}

# add_row VERSION WHAT MODULE
add_row() {
    rows+=("| $(shown_version "$1")${driver:+, driver $driver}${jdk:+, Java $jdk} | $2 | $(count_tests "$3") | $(date -u +%F), $(git rev-parse --short HEAD) |")
    printf '%s\n' "${rows[-1]}"
}

# A container's version is its tag.
shown_version() { case "$1" in docker:*) echo "${1#docker:}, container" ;; *) echo "$1" ;; esac; }

# write_matrix ROW...: each replaces the row of the same version and module, and the rest of the page stays.
write_matrix() {
    printf '%s\n' "$@" | awk -F ' *[|] *' '
        FNR == 1 { file++ }
        file == 1 { fresh[$2, $3] = $0; next }
        /<!-- end of generated -->/ { table = 0; fflush(); for (key in fresh) print fresh[key] | "sort -V"; close("sort -V") }
        table && ($2, $3) in fresh { next }
        table && /^[|] [0-9]/ { fresh[$2, $3] = $0; next }
        /<!-- generated -->/ { table = 1 }
        { print }' - "$matrix_page" >"$matrix_page.new"
    mv "$matrix_page.new" "$matrix_page"
}
