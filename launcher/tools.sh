# shellcheck shell=bash
# What the commands need of the machine: a JDK, Maven, free ports.

readonly java_wanted=21
readonly maven_wanted=3.8.6

say() { printf '%s\n' "$*"; }

fail() {
    printf '\n%s\n' "$*" >&2
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# Prints the major version of the JDK in a folder, or 0 where there is none.
jdk_version() {
    local version=0
    if [ -x "$1/bin/javac" ] && [ -r "$1/release" ]; then
        version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    fi
    echo "${version:-0}"
}

newest_jdk_of_usual_folders() {
    local home version newest=0 found=""
    for home in /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-/nowhere}"/.sdkman/candidates/java/*; do
        version=$(jdk_version "$home")
        if [ "$version" -gt "$newest" ]; then
            newest=$version found=$home
        fi
    done
    echo "$found"
}

# Sets and exports JAVA_HOME: the one given, else that of the `java` on the path, else the newest in the usual folders.
find_java() {
    local home
    for home in "${JAVA_HOME:-}" "$(home_of_java_on_path)" "$(newest_jdk_of_usual_folders)"; do
        if [ "$(jdk_version "$home")" -ge "$java_wanted" ]; then
            export JAVA_HOME="$home"
            return
        fi
    done
    fail "Missing: a JDK, version $java_wanted or newer (JAVA_HOME, java and the usual folders have none).
  Debian, Ubuntu   apt-get install openjdk-$java_wanted-jdk
  macOS            brew install openjdk@$java_wanted
  anywhere         curl -s https://get.sdkman.io | bash; sdk install java
Where it is elsewhere, set JAVA_HOME to its folder."
}

home_of_java_on_path() {
    if has java; then
        java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p'
    fi
}

require_maven() {
    local version=""
    if has mvn; then
        version=$(mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*[0-9]\).*/\1/p')
    fi
    if [ -n "$version" ] && [ "$(printf '%s\n' "$maven_wanted" "$version" | sort -V | head -n 1)" = "$maven_wanted" ]; then
        return
    fi
    fail "Missing: Maven (mvn), version $maven_wanted or newer${version:+; the one here is $version}.
  Debian, Ubuntu   apt-get install maven
  macOS            brew install maven
  anywhere         curl -s https://get.sdkman.io | bash; sdk install maven"
}

# of_pom ELEMENT POM: what the project itself says, not its parent or a dependency.
of_pom() { sed -n "s:^    <$1>\\(.*\\)</$1>:\\1:p" "$2" | head -n 1; }

port_in_use() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Prints the first free port from $2 on, and says so where that is another one; $1 is who wants it.
free_port() {
    local port=$2
    while port_in_use "$port"; do
        port=$((port + 1))
    done
    if [ "$port" != "$2" ]; then
        say "Port $2 is in use: $1 takes $port." >&2
    fi
    echo "$port"
}

# install_package NAME: with apt-get, as root or by sudo without a password; fails quietly where that cannot be.
install_package() {
    may_install || return 1
    say "Installing $1"
    $as_root apt-get update -q
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$1"
}

# download_package NAME FOLDER: its .deb and nothing else, which takes no rights where apt-get knows the packages already.
download_package() {
    has apt-get && has dpkg-deb || return 1
    (cd "$2" && apt-get download -q "$1") && return
    may_install && $as_root apt-get update -q && (cd "$2" && apt-get download -q "$1")
}

# Sets `as_root` to what apt-get wants before it.
may_install() {
    as_root=""
    if [ "$(id -u)" != 0 ]; then as_root="sudo -n"; fi
    has apt-get && $as_root true 2>/dev/null
}
