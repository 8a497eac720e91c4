# shellcheck shell=bash
# The scripts of the console's pages: one committed bundle of what they use, so that nobody who builds the console needs Node.

readonly bundles=console/src/main/bundles
readonly least_node=24

run_bundle() {
    [ "$#" = 0 ] || fail "bundle takes no options."
    find_java
    require_maven
    require_node
    rm -rf "$bundles/prod.bundle" console/target # added to an older one, the new one would keep what nothing uses any more
    say "Building the console's scripts ($state/bundle.log)"
    mvn -B -ntp -Dmaven.test.skip=true -Dvaadin.clean.build.frontend.files=false -pl console -am package >"$state/bundle.log" 2>&1 || {
        tail -n 40 "$state/bundle.log" >&2
        fail "The bundle was not built; all that was said is in $state/bundle.log"
    }
    list_licences >"$bundles/licences.txt"
    remove_what_the_build_left
    say "$bundles holds the new bundle and the licences of what is in it: commit both."
}

require_node() {
    local version
    version=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')
    if [ "${version:-0}" -lt "$least_node" ] || ! has npm; then
        fail "bundle needs Node $least_node or newer, and npm; found: Node ${version:-none}"
    fi
}

# Prints name, version and licence of each package in the bundle, as the package itself says.
list_licences() {
    (cd console && node -e '
        const stats = JSON.parse(require("fs").readFileSync("target/classes/META-INF/VAADIN/config/stats.json", "utf8"));
        for (const name of Object.keys(stats.npmModules).sort()) {
            console.log(name, stats.npmModules[name], require("./node_modules/" + name + "/package.json").license);
        }')
}

remove_what_the_build_left() {
    (cd console && rm -rf node_modules package.json package-lock.json tsconfig.json types.d.ts vite.config.ts vite.generated.ts src/main/frontend)
}
