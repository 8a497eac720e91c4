# shellcheck shell=bash
# Other libraries as they live, beside what the console says of their locks.

run_dialects() {
    local record=false
    case "$*" in
        '') ;;
        --record) record=true ;;
        *) fail "Understood is only: dialects [--record]" ;;
    esac
    find_java
    require_maven
    find_mongod_for_tests
    build_other_libraries
    local tests='Living*IT'
    install_node_libraries || tests="$tests,!LivingNodeIT"
    install_python_libraries || tests="$tests,!LivingPythonIT"
    find_php_libraries || tests="$tests,!LivingPhpIT"
    mvn -B -ntp -pl console -am verify -Dtest=LivingNothing -Dit.test="$tests" -Dtests.left.out=none -Drecord.streams="$record" \
        -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
}

# install_node_libraries: fails where there is no Node to run them.
install_node_libraries() {
    local to=examples/other-libraries/target/node
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        say "Left out: the libraries on Node, which need node 20 and npm on the path"
        return 1
    fi
    say "Getting the libraries on Node ($state/npm.log)"
    mkdir -p "$to"
    cp -R examples/other-libraries/src/main/node/. "$to"
    (cd "$to" && npm ci --ignore-scripts --no-audit --no-fund) >"$state/npm.log" 2>&1 \
        || fail "The libraries on Node could not be fetched; all that npm said is in $state/npm.log"
}

# install_python_libraries: fails where there is no Python to run them. Each has a folder of its own, for they need different drivers.
install_python_libraries() {
    local to=examples/other-libraries/target/python library
    if ! python3 -m pip --version >/dev/null 2>&1; then
        say "Left out: the libraries in Python, which need python3 with pip on the path"
        return 1
    fi
    say "Getting the libraries in Python ($state/pip.log)"
    mkdir -p "$to"
    cp -R examples/other-libraries/src/main/python/. "$to"
    : >"$state/pip.log"
    for library in "$to"/requirements/*.txt; do
        python3 -m pip install --disable-pip-version-check --upgrade --requirement "$library" \
            --target "$to/packages/$(basename "$library" .txt)" >>"$state/pip.log" 2>&1 \
            || fail "The libraries in Python could not be fetched; all that pip said is in $state/pip.log"
    done
}

# find_php_libraries: fails where Symfony Lock is not installed; it comes with the system's packages.
find_php_libraries() {
    if ! php -r 'exit(extension_loaded("mongodb") && @include("Symfony/Component/Lock/autoload.php") ? 0 : 1);' 2>/dev/null; then
        say "Left out: Symfony Lock, which needs PHP with it: apt-get install php-cli php-mongodb php-symfony-lock"
        return 1
    fi
}
