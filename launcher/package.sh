# shellcheck shell=bash
# What runs without Java, each one file: built here, for the system that it is built on.

readonly packages=dist
readonly aot_wanted=25 # the first JDK that makes an AOT cache in one run
readonly small_runtime=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1)
# As jdeps names them, with the algorithms of TLS, mongodb+srv addresses, and the signals that `run` forwards.
readonly command_line_modules=java.base,java.logging,java.management,java.naming,java.net.http,java.security.jgss,java.security.sasl,jdk.crypto.ec,jdk.httpserver,jdk.naming.dns,jdk.net,jdk.unsupported
# As jdeps names them, with the algorithms of TLS, mongodb+srv addresses, and the file system of jars, from which Vaadin serves its scripts.
readonly console_modules=java.base,java.compiler,java.desktop,java.instrument,java.naming,java.net.http,java.prefs,java.scripting,java.security.jgss,java.security.sasl,java.sql,jdk.crypto.ec,jdk.jfr,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported,jdk.zipfs

# Removed before each build: the scripts of an older bundle would be packed, too.
readonly console_classes=console/target/classes
readonly desktop_jar=desktop/target/lockkeeper-desktop.jar
readonly bill_of_materials=org.cyclonedx:cyclonedx-maven-plugin:makeBom

run_package() {
    local tests=()
    find_jdk_with_aot
    mkdir -p "$packages" "$state/package"
    case "$#:${1:-}" in
        0: | 1:command-line | 1:console | 1:desktop | 1:images | 1:chart) ;;
        *) fail "Understood is only: package [command-line | console | desktop | images | chart]" ;;
    esac
    [ "${1:-command-line}" != command-line ] || package_command_line
    [ "${1:-console}" != console ] || package_console
    [ "${1:-desktop}" != desktop ] || package_desktop
    [ "${1:-images}" != images ] || package_images
    [ "${1:-chart}" != chart ] || package_chart
    write_sums
    [ "${#tests[@]}" = 0 ] || check_packages "$(IFS=,; echo "${tests[*]}")"
}

# The cache is written by the runtime that reads it, which is made of the JDK that builds.
find_jdk_with_aot() {
    find_java
    if [ "$(jdk_version "$JAVA_HOME")" -lt "$aot_wanted" ]; then
        local newest
        newest=$(newest_jdk_of_usual_folders)
        [ "$(jdk_version "$newest")" -ge "$aot_wanted" ] || fail "Missing: a JDK, version $aot_wanted or newer, for packages (the one here is $(jdk_version "$JAVA_HOME"))."
        export JAVA_HOME="$newest"
    fi
    [ -x "$JAVA_HOME/bin/jlink" ] || fail "Missing: jlink, in $JAVA_HOME/bin. Debian and Ubuntu have it in openjdk-$aot_wanted-jdk-headless."
}

package_command_line() {
    tests+=(PackagedIT)
    stage_command_line
    pack "$state/package/command-line" lockkeeper "lockkeeper-$(project_version)-$(system_name).tar.gz"
    pack_command_line_deb "$state/package/command-line/lockkeeper" "$state/package/command-line/deb"
}

# pack_command_line_deb HOME TREE: with the host agent's unit and user, and without scripts, so nothing starts by itself.
pack_command_line_deb() {
    has dpkg-deb || { say "No .deb: dpkg-deb is not here."; return 0; }
    local share="$2/opt/lockkeeper/share"
    mkdir -p "$2/opt" "$2/usr/bin" "$2/usr/share"
    cp -a "$1" "$2/opt/lockkeeper"
    mv "$share/man" "$share/bash-completion" "$share/fish" "$2/usr/share/"
    ln -s /opt/lockkeeper/bin/lockkeeper "$2/usr/bin/lockkeeper"
    install -D -m 644 "$share/systemd/lockkeeper-host.service" "$2/usr/lib/systemd/system/lockkeeper-host.service"
    rm -r "$share"
    install -D -m 644 launcher/packaged/lockkeeper.sysusers "$2/usr/lib/sysusers.d/lockkeeper.conf"
    chmod -R go=rX "$2"
    install -D -m 600 launcher/packaged/host.env "$2/etc/lockkeeper/host.env"
    build_deb lockkeeper "$2"
}

package_console() {
    tests+=(PackagedConsoleIT)
    stage_console
    pack "$state/package/console" lockkeeper-console "lockkeeper-console-$(project_version)-$(system_name).tar.gz"
}

# Once in a run: archive and image hold the same.
stage_command_line() {
    [ -z "${command_line_is_staged:-}" ] || return 0
    local stage="$state/package/command-line" home
    home="$stage/lockkeeper"
    say "Building the command line ($state/build.log)"
    rm -rf "$stage" command-line/target/lib
    build command-line $bill_of_materials
    mkdir -p "$home/lib" "$home/share/man/man1" "$home/share/bash-completion/completions" "$home/share/fish/vendor_completions.d"
    cp command-line/target/lib/*.jar command-line/target/lockkeeper-command-line-*.jar "$home/lib/"
    store_jars "$home/lib"
    cp command-line/src/main/man/lockkeeper.1 "$home/share/man/man1/"
    install -D -m 644 launcher/packaged/lockkeeper-host.service "$home/share/systemd/lockkeeper-host.service"
    cp LICENSE "$home/"
    cp command-line/target/bom.json "$home/sbom.cdx.json"
    install -D -m 755 launcher/packaged/lockkeeper "$home/bin/lockkeeper"
    link_runtime "$home/runtime" "$command_line_modules"
    "$home/bin/lockkeeper" generate-completion >"$home/share/bash-completion/completions/lockkeeper"
    "$home/bin/lockkeeper" generate-completion fish >"$home/share/fish/vendor_completions.d/lockkeeper.fish"
    clamp_stamps "$home"
    train "$home"
    command_line_is_staged=yes
}

stage_console() {
    [ -z "${console_is_staged:-}" ] || return 0
    local stage="$state/package/console" home
    home="$stage/lockkeeper-console"
    rm -rf "$stage"
    build_console
    mkdir -p "$home"
    extract_console "$home/lib"
    cp LICENSE "$home/"
    cp console/target/bom.json "$home/sbom.cdx.json"
    install -D -m 755 launcher/packaged/lockkeeper-console "$home/bin/lockkeeper-console"
    link_runtime "$home/runtime" "$console_modules"
    clamp_stamps "$home"
    train_console "$home" "$stage"
    console_is_staged=yes
}

# Once in a run: the desktop application is the console with a window around it.
build_console() {
    [ -z "${console_is_built:-}" ] || return 0
    say "Building the console ($state/build.log)"
    rm -rf "$console_classes"
    build console,desktop $bill_of_materials
    console_is_built=yes
}

extract_console() {
    "$JAVA_HOME/bin/java" -Djarmode=tools -jar "$console_jar" extract --application-filename lockkeeper-console.jar --destination "$1" >"$state/package/extract.log"
    store_jars "$1" "$1/lib"
}

# store_jars FOLDER...: without compression, which the archive does better and the start without.
store_jars() { "$JAVA_HOME/bin/java" launcher/StoreJars.java "$@"; }

package_desktop() {
    tests+=(PackagedDesktopIT)
    # a browser without a screen does not end when its last window is closed
    has Xvfb || install_package xvfb || fail "Missing: Xvfb, on which the desktop application is tried. Install it (Debian: apt-get install xvfb)."
    local_chromium >/dev/null || install_chromium >/dev/null || fail "Missing: Chromium, with its window, in which the desktop application is tried. Install it (Debian: apt-get install chromium)."
    local stage="$state/package/desktop" name=lockkeeper-desktop
    rm -rf "$stage"
    build_console
    mkdir -p "$stage/in"
    extract_console "$stage/extracted"
    mv "$stage"/extracted/lockkeeper-console.jar "$stage"/extracted/lib/*.jar "$stage/in/"
    cp "$desktop_jar" "$stage/in/lockkeeper-desktop.jar"
    link_runtime "$stage/runtime" "$console_modules,jdk.httpserver"
    # In memory it is small: a window for one person needs neither the second compiler nor a parallel collector.
    "$JAVA_HOME/bin/jpackage" --type app-image --name "$name" --app-version "$(numeric_version)" --vendor Lockkeeper --input "$stage/in" \
        --main-jar lockkeeper-desktop.jar --main-class io.lockkeeper.desktop.DesktopMain --runtime-image "$stage/runtime" \
        --icon "$icons/icon-512.png" --java-options "${small_runtime[*]} -Xmx512m -XX:+ExitOnOutOfMemoryError" --dest "$stage/image" \
        >"$state/package/jpackage.log" 2>&1 || fail "jpackage failed; all that it said is in $state/package/jpackage.log"
    cp LICENSE "$stage/image/$name/"
    clamp_stamps "$stage/image/$name"
    train_desktop "$stage/image/$name" "$stage"
    pack_xz "$stage/image" "$name" "$name-$(project_version)-$(system_name).tar.xz"
    pack_desktop_deb "$stage/image/$name" "$stage/deb"
    pack_with_jpackage "$stage/image/$name"
}

# Installers know numbers only.
numeric_version() { project_version | sed 's/-.*//'; }

# A snapshot is older than its release.
debian_version() { project_version | tr - '~'; }

# As Debian and images call this machine.
debian_architecture() { case "$(uname -m)" in x86_64) echo amd64 ;; aarch64) echo arm64 ;; *) uname -m ;; esac; }

# link_runtime FOLDER MODULES
link_runtime() {
    "$JAVA_HOME/bin/jlink" --add-modules "$2" --strip-debug --no-header-files --no-man-pages --compress zip-0 --output "$1"
    rm -f "$1"/lib/lib{awt_xawt,jawt,jsound,splashscreen}.so # for a screen and loudspeakers, which want libraries of their own
}

# The cache names each jar with its time, so the times are set before it is made, and to the same ones in each build.
clamp_stamps() {
    find "$1" -exec touch -h -d "$(build_time)" {} +
}

build_time() { sed -n 's:.*<project.build.outputTimestamp>\(.*\)</project.build.outputTimestamp>.*:\1:p' pom.xml | head -n 1; }

project_version() { of_pom version pom.xml; }

system_name() { echo "$(uname -s)-$(uname -m)" | tr '[:upper:]' '[:lower:]'; }

# A run that finds no server loads what a first answer needs, nearly: the driver, picocli, and the command's own classes.
train() {
    local uri='mongodb://127.0.0.1:1/training?serverSelectionTimeoutMS=300'
    # from that folder, for an option in the variable ends at a space
    (cd "$1" && LOCKKEEPER_JAVA_OPTIONS=-XX:AOTCacheOutput=lib/lockkeeper.aot bin/lockkeeper list --mongodb "$uri") >"$state/package/training.log" 2>&1 || true
    keep_cache "$1/lib/lockkeeper.aot"
}

# train_console HOME STAGE: up to the content of its first pages, as far as a visitor of a console that has just started would wait for it.
train_console() {
    local port console
    has curl || fail "Missing: curl, which opens the first pages of the console while its cache is made."
    start_training_server "$2" "$1/lib/lockkeeper-console.jar:$1/lib/lib/*"
    port=$(free_port "the training's console" 28080)
    (cd "$1" && SERVER_PORT="$port" LOCKKEEPER_MONGODB_URI="$training_uri" LOCKKEEPER_USERS_DEMO=true \
        LOCKKEEPER_JAVA_OPTIONS=-XX:AOTCacheOutput=lib/console.aot exec bin/lockkeeper-console) >"$state/package/training.log" 2>&1 &
    console=$!
    trap 'kill "$console" "$training_server" 2>/dev/null || true' EXIT
    visit_console "http://127.0.0.1:$port/" "$2/cookies" || fail "The console could not be visited in its training; all that it said is in $state/package/training.log"
    kill "$console"
    wait "$console" || true # it writes the cache
    end_training_server
    keep_cache "$1/lib/console.aot"
}

# visit_console ADDRESS COOKIES: logs in, and opens the pages that people open first.
visit_console() {
    local word page
    word=$(curl -sf --retry 120 --retry-delay 1 --retry-all-errors -c "$2" "$1login" | sed -n 's/.*name="_csrf"[^>]*content="\([^"]*\)".*/\1/p' | head -n 1)
    launcher/first-page "$2" "$1" login
    curl -sf -b "$2" -c "$2" -o /dev/null -w '%{redirect_url}' --data-urlencode "_csrf=$word" --data 'username=operator&password=operator' "$1login" \
        | grep -qv 'login' || return 1
    for page in '' locks lock/training waits findings; do
        launcher/first-page "$2" "$1" "$page" || return 1
    done
}

# start_training_server STAGE CLASSES: a replica set of one, with a lock that is held.
start_training_server() {
    local port
    find_mongod_for_tests
    mkdir -p "$1/data"
    port=$(free_port "the training's server" 28017)
    "$mongod" --replSet rs0 --bind_ip 127.0.0.1 --port "$port" --nounixsocket --dbpath "$1/data" --wiredTigerCacheSizeGB 0.25 >"$1/mongod.log" 2>&1 &
    training_server=$!
    trap 'kill "$training_server" 2>/dev/null || true' EXIT
    "$JAVA_HOME/bin/java" -cp "$2" launcher/StartSet.java "$port" >"$state/package/training.log" 2>&1 || {
        kill "$training_server"
        fail "The server for the training did not start; all that was said is in $state/package/training.log"
    }
    training_uri="mongodb://127.0.0.1:$port/training?replicaSet=rs0"
}

end_training_server() {
    kill "$training_server"
    trap - EXIT
}

# train_desktop IMAGE STAGE: through the launcher, whose class path the cache names, up to the first row. Where there is no browser, up
# to the first page: the start is then slower, and works all the same.
train_desktop() {
    local cache="$1/lib/app/desktop.aot"
    mkdir -p "$2/home"
    start_training_server "$2" "$1/lib/app/*"
    LOCKKEEPER_CHROMIUM=$(local_chromium || true) LOCKKEEPER_BROWSER="$PWD/launcher/first-visit" \
        LOCKKEEPER_MONGODB_URI="$training_uri" JAVA_TOOL_OPTIONS="'-XX:AOTCacheOutput=$cache' '-Duser.home=$2/home'" \
        "$1/bin/lockkeeper-desktop" >"$state/package/training.log" 2>&1 || true
    end_training_server
    # shellcheck disable=SC2016 # the launcher knows where it is
    echo 'java-options=-XX:AOTCache=$APPDIR/desktop.aot' >>"$1/lib/app/lockkeeper-desktop.cfg"
    touch -d "$(build_time)" "$1/lib/app/lockkeeper-desktop.cfg"
    keep_cache "$cache"
}

keep_cache() {
    [ -s "$1" ] || fail "The AOT cache was not made; all that was said is in $state/package/training.log"
    touch -d "$(build_time)" "${1%/*}" "$1"
}

# pack FOLDER NAME FILE: the same bytes for the same files.
pack() {
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="$(build_time)" --format=gnu -C "$1" -cf - "$2" | gzip -9n >"$packages/$3"
    say_size "$packages/$3"
}

say_size() { say "$1  $(numfmt --to=si --suffix=B --round=nearest "$(stat -c %s "$1")")"; }

# pack_xz FOLDER NAME FILE: the same, and smaller.
pack_xz() {
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="$(build_time)" --format=gnu -C "$1" -cf - "$2" | xz -3 -T1 >"$packages/$3"
    say_size "$packages/$3"
}

# pack_desktop_deb IMAGE TREE: without jpackage, which sets other times, so that the cache would be refused, and whose scripts fail
# where there is no desktop. This has no scripts: menu and icons are files.
pack_desktop_deb() {
    has dpkg-deb || { say "No .deb: dpkg-deb is not here."; return 0; }
    local icon
    mkdir -p "$2/opt" "$2/usr/bin" "$2/usr/share/applications"
    cp -a "$1" "$2/opt/lockkeeper-desktop"
    ln -s /opt/lockkeeper-desktop/bin/lockkeeper-desktop "$2/usr/bin/lockkeeper-desktop"
    cp launcher/packaged/lockkeeper-desktop.desktop "$2/usr/share/applications/"
    for icon in 192x192/icon-192.png 512x512/icon-512.png scalable/icon.svg; do
        install -D -m 644 "$icons/${icon#*/}" "$2/usr/share/icons/hicolor/${icon%/*}/apps/lockkeeper-desktop.${icon##*.}"
    done
    chmod -R go=rX "$2"
    build_deb lockkeeper-desktop "$2"
}

# build_deb NAME TREE: of those files; what is in /etc stays as an administrator changes it.
build_deb() {
    local file
    file="$packages/$1_$(debian_version)_$(debian_architecture).deb"
    mkdir -m 755 "$2/DEBIAN"
    sed -e "s/VERSION/$(debian_version)/" -e "s/ARCHITECTURE/$(debian_architecture)/" -e "s/SIZE/$(du -sk "$2" | cut -f 1)/" \
        "launcher/packaged/$1.control" >"$2/DEBIAN/control"
    [ ! -d "$2/etc" ] || (cd "$2" && find etc -type f -printf '/%p\n') >"$2/DEBIAN/conffiles"
    clamp_stamps "$2"
    SOURCE_DATE_EPOCH=$(date -d "$(build_time)" +%s) dpkg-deb -Zxz -z3 --root-owner-group --build "$2" "$file" >"$state/package/deb.log"
    say_size "$file"
}

# pack_with_jpackage IMAGE: what else this system has the tools for. Times are lost on the way, and with them the cache.
pack_with_jpackage() {
    local each
    for each in rpmbuild:rpm hdiutil:dmg wix:msi; do
        if has "${each%:*}"; then
            "$JAVA_HOME/bin/jpackage" --type "${each#*:}" --name lockkeeper-desktop --app-version "$(numeric_version)" --app-image "$1" --dest "$packages" \
                >"$state/package/jpackage.log" 2>&1 || fail "jpackage made no ${each#*:}; all that it said is in $state/package/jpackage.log"
        fi
    done
}

write_sums() {
    rm -f "$packages/SHA256SUMS"
    (cd "$packages" && find . -maxdepth 1 -type f -printf '%f\0' | sort -z | xargs -0 sha256sum --) >"$state/package/sums" # not the Javadoc
    mv "$state/package/sums" "$packages/SHA256SUMS"
}

# check_packages TESTS: they unpack each into an empty folder and start it there, with no Java on the path.
check_packages() {
    find_mongod_for_tests
    say "Starting what was packed from an empty folder, without Java ($state/package/check.log)"
    mvn -B -ntp -pl command-line -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test="$1" \
        -Dfailsafe.failIfNoSpecifiedTests=false -Dtests.left.out=none -Dpackages="$PWD/$packages" >"$state/package/check.log" 2>&1 || {
        tail -n 40 "$state/package/check.log" >&2
        fail "What was packed does not work; all that was said is in $state/package/check.log"
    }
    grep -h 'packaged: ' "$state/package/check.log" | sort -u
    say "It works."
}
