# shellcheck shell=bash
# Other libraries as they live, beside what the console says of their locks.

run_dialects() {
    [ "$#" = 0 ] || fail "Understood is only: dialects"
    find_java
    require_maven
    find_mongod_for_tests
    build_other_libraries
    mvn -B -ntp -pl console -am verify -Dtest=LivingNothing -Dit.test='Living*IT' -Dtests.left.out=none \
        -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
}
