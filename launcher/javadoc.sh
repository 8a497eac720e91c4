# shellcheck shell=bash
# The Javadoc of what services embed, as a folder that any web server can serve.

run_javadoc() {
    [ "$#" = 0 ] || fail "javadoc takes no options."
    find_java
    require_maven
    local site="$PWD/dist/javadoc" module made artifact
    say "Javadoc of $(published_modules)"
    mvn -B -ntp -Prelease -Dmaven.test.skip=true -Djapicmp.skip=true -pl "$(published_modules)" -am package >"$state/javadoc.log" 2>&1 || {
        grep -E 'ERROR|WARN' "$state/javadoc.log" | head -n 40 >&2
        fail "The Javadoc does not build; all that was said is in $state/javadoc.log"
    }
    rm -rf "$site"
    mkdir -p "$site"
    while read -r module; do
        made="$module/target/reports/apidocs"
        [ -f "$made/index.html" ] || continue
        artifact=$(of_pom artifactId "$module/pom.xml")
        cp -R "$made" "$site/$artifact"
        echo "$artifact"
    done < <(published_modules | tr ',' '\n') >"$site/modules"
    index_of_javadoc "$site"
    say "$(wc -l <"$site/modules" | tr -d ' ') modules: $site/index.html"
    rm "$site/modules"
}

# index_of_javadoc FOLDER: a page that leads to each module's.
index_of_javadoc() {
    {
        printf '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        printf '<title>Lockkeeper: Javadoc</title>\n<style>body { font: 1rem/1.6 system-ui; margin: 3rem auto; max-width: 40rem; padding: 0 1rem }</style>\n'
        printf '<h1>Lockkeeper</h1>\n<ul>\n'
        sed 's:.*:<li><a href="&/index.html">&</a>:' "$1/modules"
        printf '</ul>\n</html>\n'
    } >"$1/index.html"
}
