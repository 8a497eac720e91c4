# shellcheck shell=bash
# What is looked at before a release, and takes too long for every build.

run_check-release() {
    [ "$#" = 0 ] || fail "check-release takes no options."
    find_java
    require_maven
    local published first second
    published=$(published_modules)
    first=$(mktemp) second=$(mktemp)
    check_licences
    check_scripts_of_the_console
    build_release >"$first"
    build_release >"$second"
    diff "$first" "$second" || fail "Two builds of the same sources differ: see above."
    cat "$first"
    say "
Licences allowed, Javadoc without warnings, compatible with the release before where there is one, and every jar the same when built twice."
}

# Prints the modules that a registry gets, with commas between: all but those that say otherwise.
published_modules() {
    local module list=""
    while read -r module; do
        grep -q '<maven.deploy.skip>true<' "$module/pom.xml" || list="$list,$module"
    done < <(sed -n 's:.*<module>\(.*\)</module>.*:\1:p' pom.xml)
    echo "${list#,}"
}

# Of all that is delivered, console and command line included.
check_licences() {
    say "Licences of all dependencies"
    mvn -B -ntp -DskipTests -pl "$published,console,command-line" -am clean package license:add-third-party >"$state/licences.log" 2>&1 || {
        grep -E 'ERROR|WARN' "$state/licences.log" | head -n 20 >&2
        fail "A dependency has a licence that is not allowed, or none; all that was said is in $state/licences.log"
    }
}

# Of the scripts that the console's jar brings: Vaadin sells some components, and none of those may be among them.
check_scripts_of_the_console() {
    local jar="$PWD/$console_jar" opened sold
    opened=$(mktemp -d)
    (cd "$opened" && "$JAVA_HOME/bin/jar" xf "$jar" META-INF/VAADIN)
    [ -n "$(find "$opened" -name '*.js' | head -n 1)" ] || fail "The console's jar has no scripts: $console_jar"
    sold=$(grep -rhoE '\bvaadin-(board|chart|cookie-consent|crud|dashboard|grid-pro|map|rich-text-editor|spreadsheet)\b' "$opened" | sort -u | tr '\n' ' ' || true)
    rm -rf "$opened"
    [ -z "$sold" ] || fail "The console's scripts hold components without a free licence: ${sold% }. Rebuild the bundle with ./lockkeeper bundle"
}

# Prints the checksums of what it makes: of each published module the jars of its classes, sources and Javadoc.
build_release() {
    local modules
    printf 'Building the release (%s/release.log)\n' "$state" >&2
    mvn -B -ntp -Prelease -DskipTests -DskipITs -pl "$published" -am clean verify >"$state/release.log" 2>&1 || {
        grep -E 'ERROR|WARN' "$state/release.log" | head -n 40 >&2
        fail "The release does not build; all that it said is in $state/release.log"
    }
    IFS=, read -ra modules <<<"$published"
    find "${modules[@]}" -path '*/target/lockkeeper-*.jar' -exec sha256sum {} + | sort -k 2
}
