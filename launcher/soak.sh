# shellcheck shell=bash
# The console's heap over a long time. In a test, which has the browser and the fixtures.

run_soak() {
    [ "$#" = 0 ] || fail "soak takes no options."
    find_java
    require_maven
    find_mongod_for_tests
    find_chromium
    mvn -B -ntp -pl console -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
        -Dit.test=SoakIT -Dfailsafe.failIfNoSpecifiedTests=false -Dtests.left.out=none -Dsoak.abandoned=50 -Dsoak.seconds=600 \
        -Dsoak.visitors=100 -Dsoak.openings=10000 | tee "$state/soak.log" | grep --line-buffered 'soak: ' \
        || fail "That failed; all that was said is in $state/soak.log"
    awk -f launcher/soak.awk "$state/soak.log" >docs/images/soak.svg
    say "Drawn into docs/images/soak.svg"
}
