# shellcheck shell=bash
# Pictures of the console's pages in all their states, light and dark, on a desk and on a telephone: for people to look at.

run_screenshots() {
    [ "$#" = 0 ] || fail "screenshots takes no options."
    find_java
    require_maven
    find_mongod_for_tests
    find_chromium
    local tests
    tests=$(grep -rl 'Pictures\.' --include='*IT.java' console/src/test | sed 's#.*/##; s#\.java##' | paste -sd, -)
    mvn -B -ntp -pl console -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dscreenshots=true \
        -Dit.test="$tests" -Dfailsafe.failIfNoSpecifiedTests=false -Dtests.left.out=none >"$state/screenshots.log" 2>&1 \
        || fail "That failed; all that was said is in $state/screenshots.log"
    say "They are in console/target/screenshots."
}
