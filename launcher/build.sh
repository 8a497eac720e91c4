# shellcheck shell=bash
# The jars that the commands run, built when a source is newer than the last build.

readonly console_jar=console/target/lockkeeper-console-exec.jar
readonly examples_path='examples/target/*:examples/target/lib/*'
readonly other_libraries_path='examples/other-libraries/target/*:examples/other-libraries/target/lib/*'

needs_build() {
    [ ! -e "$state/built" ] || [ ! -e "$console_jar" ] || [ ! -d examples/target/lib ] \
        || [ -n "$(find pom.xml .mvn ./*/pom.xml ./*/*/pom.xml ./*/src/main ./*/*/src/main -newer "$state/built" 2>/dev/null | head -n 1)" ]
}

# The stamp carries the time before the build: what is edited meanwhile is built the next time.
build_if_needed() {
    needs_build || return 0
    touch "$state/build-started"
    say "Building; the first time takes a few minutes ($state/build.log)"
    build console,examples
    mv "$state/build-started" "$state/built"
}

# The services with locks of other libraries, which nothing else needs.
build_other_libraries() {
    say "Building the services with other libraries ($state/build.log)"
    build examples/other-libraries,examples/old-driver -Pother-libraries
}

# build MODULES [GOAL]: packages them and what they stand on, without tests.
build() {
    require_maven
    if ! mvn -B -ntp -Dmaven.test.skip=true -pl "$1" -am package "${@:2}" >"$state/build.log" 2>&1; then
        tail -n 60 "$state/build.log" >&2
        if grep -q 'A production mode bundle build is needed' "$state/build.log"; then
            fail "The committed bundle of scripts lacks something that the console's pages use. With Node 24 and npm on the path, ./lockkeeper bundle rebuilds it."
        fi
        fail "The build failed; all that it said is in $state/build.log"
    fi
}
