# shellcheck shell=bash
# A staged release, taken as its users take it: empty folders, an empty Maven home, no source of this tree on any path.

readonly taken="$release/taken"

# take_release VERSION
take_release() {
    say "Taking $1 into empty folders ($release/taken.log)"
    mkdir -p "$taken/home" "$taken/clients"
    echo '<settings/>' >"$taken/home/settings.xml"
    take take_by_bom "an empty Maven project, by the BOM" "$1"
    take take_on_boot_4 "a service on Spring Boot 4, with the test kit as its guide prints it" "$1"
    take take_on_module_path "a service on the module path" "$1"
    take take_with_gradle "a Gradle project" "$1"
    take take_node "npm install" "$1"
    take take_python "pip install" "$1"
    take take_go "go get" "$1"
    take take_debs "the Debian packages, installed and removed" "$1"
    take take_chart "the chart, templated and linted" "$1"
}

# take FUNCTION WORDS VERSION: with what it says in the log, and its last line for people, without the colours with which Maven ends. Its
# first failure ends it, which it would not as a part of a condition.
take() {
    local code
    echo "== $2" >>"$release/taken.log"
    set +e
    (
        set -e
        "$1" "$3"
    ) >"$release/taken.last" 2>&1
    code=$?
    set -e
    cat "$release/taken.last" >>"$release/taken.log"
    [ "$code" = 0 ] || {
        tail -n 20 "$release/taken.last" >&2
        fail "Not to be taken: $2. All that was said is in $release/taken.log"
    }
    say "  $2: $(sed 's/\x1b\[[0-9;]*m//g' "$release/taken.last" | grep . | tail -n 1)"
}

# maven_of_a_stranger FOLDER ARGUMENT...: with an empty repository, which the staged release and Central fill.
maven_of_a_stranger() {
    (cd "$1" && unset MAVEN_OPTS && mvn -B -ntp -q -Dstyle.color=never -s "$taken/home/settings.xml" -gs "$taken/home/settings.xml" \
        -Dmaven.repo.local="$taken/home/repository" "${@:2}")
}

# write_pom FOLDER VERSION DEPENDENCIES [MORE]: a project that imports the BOM.
write_pom() {
    mkdir -p "$1/src/main/java" "$1/src/test/java"
    cat >"$1/pom.xml" <<TEXT
<project xmlns="http://maven.apache.org/POM/4.0.0">
    <modelVersion>4.0.0</modelVersion>
    ${4:-}
    <groupId>com.example</groupId>
    <artifactId>taker</artifactId>
    <version>1</version>
    <properties>
        <maven.compiler.release>21</maven.compiler.release>
        <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    </properties>
    <repositories>
        <repository>
            <id>staged</id>
            <url>file://${staging// /%20}</url>
        </repository>
    </repositories>
    <dependencyManagement>
        <dependencies>
            <dependency>
                <groupId>$(of_pom groupId pom.xml)</groupId>
                <artifactId>lockkeeper-bom</artifactId>
                <version>$2</version>
                <type>pom</type>
                <scope>import</scope>
            </dependency>
        </dependencies>
    </dependencyManagement>
    <dependencies>
        $3
    </dependencies>
    <build>
        <plugins>
            <plugin>
                <artifactId>maven-compiler-plugin</artifactId>
                <version>3.16.0</version>
            </plugin>
        </plugins>
    </build>
</project>
TEXT
}

# dependency ARTIFACT [SCOPE]: of ours, in the version of the BOM.
dependency() {
    echo "<dependency><groupId>$(of_pom groupId pom.xml)</groupId><artifactId>$1</artifactId><scope>${2:-compile}</scope></dependency>"
}

# write_taker FILE: takes a lock in memory and prints its token.
write_taker() {
    cat >"$1" <<'TEXT'
package com.example.taker;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.testing.InMemoryLocks;

public class Taker {
    public static void main(String[] arguments) throws InterruptedException {
        try (InMemoryLocks locks = new InMemoryLocks();
                LockAgent agent = locks.agent("taker");
                Lease lease = agent.acquire("send_sms")) {
            Module module = LockAgent.class.getModule();
            System.out.println("a lease of \"" + lease.name() + "\" with the agent " + (module.isNamed()
                    ? module.getDescriptor().toNameAndVersion()
                    : LockAgent.class.getPackage().getImplementationVersion() + " of the class path"));
        }
    }
}
TEXT
}

take_by_bom() {
    local folder="$taken/bom"
    write_pom "$folder" "$1" "$(dependency lockkeeper-agent)$(dependency lockkeeper-test)"
    mkdir -p "$folder/src/main/java/com/example/taker"
    write_taker "$folder/src/main/java/com/example/taker/Taker.java"
    maven_of_a_stranger "$folder" package dependency:copy-dependencies -DoutputDirectory=lib
    "$JAVA_HOME/bin/java" -cp "$folder/target/taker-1.jar:$folder/lib/*" com.example.taker.Taker 2>/dev/null
}

take_on_module_path() {
    local folder="$taken/module-path"
    write_pom "$folder" "$1" "$(dependency lockkeeper-agent)$(dependency lockkeeper-test)"
    mkdir -p "$folder/src/main/java/com/example/taker"
    write_taker "$folder/src/main/java/com/example/taker/Taker.java"
    printf 'module com.example.taker {\n    requires io.lockkeeper.agent;\n    requires io.lockkeeper.testing;\n}\n' >"$folder/src/main/java/module-info.java"
    maven_of_a_stranger "$folder" package dependency:copy-dependencies -DoutputDirectory=lib
    "$JAVA_HOME/bin/java" -p "$folder/target/taker-1.jar:$folder/lib" -m com.example.taker/com.example.taker.Taker 2>/dev/null
}

# Code of the guide: its application, and a test with the test kit.
take_on_boot_4() {
    local folder="$taken/boot-4" boot
    boot=$(sed -n 's:.*<spring-boot.version>\(.*\)</spring-boot.version>.*:\1:p' pom.xml)
    write_pom "$folder" "$1" \
        "$(dependency lockkeeper-spring-boot-starter)$(dependency lockkeeper-test test)<dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-test</artifactId><scope>test</scope></dependency>" \
        "<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>$boot</version><relativePath/></parent>"
    mkdir -p "$folder/src/main/java/shop" "$folder/src/test/java/shop"
    code_of_page docs/guide/spring-boot.md java >"$folder/src/main/java/shop/ShopApplication.java"
    {
        printf 'package shop;\n\nimport static org.assertj.core.api.Assertions.assertThat;\n\nimport org.junit.jupiter.api.Test;\nimport org.springframework.beans.factory.annotation.Autowired;\nimport org.springframework.boot.test.context.SpringBootTest;\n'
        code_under docs/guide/testing.md '## With Spring' | grep '^import'
        printf '\n@SpringBootTest\nclass ShopTest {\n'
        code_under docs/guide/testing.md '## With Spring' | grep -v '^import'
        printf '\n    @Test\n    void anOrderIsBookedUnderItsLock(@Autowired InMemoryLocks locks, @Autowired LockAgent agent) {\n        assertThat(locks.inUse()).isEmpty();\n        assertThat(agent.tryAcquire("order-4711")).isPresent();\n    }\n}\n'
    } >"$folder/src/test/java/shop/ShopTest.java"
    maven_of_a_stranger "$folder" verify
    grep -h '<testsuite ' "$folder"/target/surefire-reports/TEST-*.xml | sed -E 's/.* name="([^"]*)".* tests="([0-9]*)".*/\1 ran \2 test/; s/.* tests="([0-9]*)".*/ran \1 test/'
}

# code_under PAGE HEADING: the first Java below it.
code_under() { awk -v heading="$2" '$0 == heading { below = 1 } below && $0 == "```java" { inside = 1; next } /^```/ && inside { exit } inside' "$1"; }

# Class files of Java 21 and BOMs want Gradle 8.5; what Debian has is of 2018.
take_with_gradle() {
    local folder="$taken/gradle" version
    version=$(gradle --version 2>/dev/null | sed -n 's/^Gradle //p' || true)
    if [ "$(printf '8.5\n%s\n' "${version:-0}" | sort -V | head -n 1)" != 8.5 ]; then
        echo "left out: there is no Gradle 8.5 or newer here"
        return 0
    fi
    mkdir -p "$folder/src/main/java/com/example/taker"
    write_taker "$folder/src/main/java/com/example/taker/Taker.java"
    echo 'rootProject.name = "taker"' >"$folder/settings.gradle"
    cat >"$folder/build.gradle" <<TEXT
plugins { id 'application' }
repositories { maven { url = 'file://${staging// /%20}' }; mavenCentral() }
dependencies {
    implementation platform('$(of_pom groupId pom.xml):lockkeeper-bom:$1')
    implementation '$(of_pom groupId pom.xml):lockkeeper-agent'
    implementation '$(of_pom groupId pom.xml):lockkeeper-test'
}
application { mainClass = 'com.example.taker.Taker' }
TEXT
    (cd "$folder" && gradle --no-daemon --gradle-user-home "$taken/home/gradle" --quiet run)
}

take_node() {
    local folder="$taken/node" name
    has npm || { echo "left out: npm is not here"; return 0; }
    mkdir -p "$folder"
    npm pack --silent "$release/source/clients/node" --pack-destination "$taken/clients"
    name=$(sed -n 's/^  "name": "\(.*\)",/\1/p' clients/node/package.json)
    cd "$folder"
    npm install --silent --no-audit --no-fund --cache "$taken/home/npm" "$taken"/clients/*.tgz
    node --input-type=module -e "import * as all from '$name'; console.log(process.version + ' imports ' + Object.keys(all).filter(key => key !== 'default').join(', '))"
    node -e "require('$name')"
    node -e "console.log('$name ' + JSON.parse(require('fs').readFileSync('node_modules/$name/package.json')).version + ', by import and require')"
}

take_python() {
    local folder="$taken/python"
    if ! python3 -m venv "$folder/made" || ! python3 -m venv "$folder/empty"; then
        echo "left out: python3 has no venv here"
        return 0
    fi
    "$folder/made/bin/pip" wheel --quiet --no-cache-dir --no-deps --wheel-dir "$taken/clients" "$release/source/clients/python"
    cd "$folder"
    "$folder/empty/bin/pip" install --quiet --no-cache-dir --no-index "$taken"/clients/*.whl
    "$folder/empty/bin/python" -c 'import importlib.metadata as m, lockkeeper; d = m.packages_distributions()["lockkeeper"][0]; print(d, m.version(d), "imports", lockkeeper.__name__)'
}

# By a proxy of files, as the one of all modules is asked.
take_go() {
    local folder="$taken/go" path version="v$1" proxy
    has go || { echo "left out: go is not here"; return 0; }
    path=$(go_path)
    proxy="$taken/home/goproxy/$path/@v"
    mkdir -p "$folder" "$proxy" "$taken/home/zip/$path@$version"
    cp -R "$release/source/clients/go/." "$taken/home/zip/$path@$version/"
    (cd "$taken/home/zip" && zip -q -X -r "$proxy/$version.zip" "$path@$version")
    cp "$proxy/$version.zip" "$taken/clients/lockkeeper-go-$1.zip"
    cp "$release/source/clients/go/go.mod" "$proxy/$version.mod"
    echo "{\"Version\":\"$version\",\"Time\":\"$(build_time)\"}" >"$proxy/$version.info"
    echo "$version" >"$proxy/list"
    cd "$folder"
    export GOTOOLCHAIN=local GOFLAGS=-modcacherw GOPATH="$taken/home/go" GOPROXY="file://${taken// /%20}/home/goproxy" GONOSUMDB="$path" GONOSUMCHECK=1
    go mod init example.com/taker
    go get "$path@$version"
    printf 'package main\n\nimport (\n\t"fmt"\n\t"time"\n\n\tlockkeeper "%s"\n)\n\nfunc main() { fmt.Println("imported as a package:", lockkeeper.Wait(5*time.Second) != nil) }\n' "$path" >main.go
    go vet ./...
    go run .
}

# In a root of their own, which dpkg fills and empties; what is there was made by `package`, else the command line's is.
take_debs() {
    local root="$taken/debian" file tests=()
    has dpkg-deb || { echo "left out: dpkg is not here"; return 0; }
    if ! compgen -G "$packages/*_$(debian_version)_*.deb" >/dev/null; then
        find_jdk_with_aot
        mkdir -p "$packages" "$state/package"
        package_command_line
    fi
    for file in "$packages"/*.deb; do
        case "$file" in *_"$(debian_version)"_*) ;; *) continue ;; esac
        rm -rf "$root"
        mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
        touch "$root/var/lib/dpkg/status"
        dpkg --root="$root" --log=/dev/null --force-not-root --force-depends --install "$file"
        [ ! -x "$root/opt/lockkeeper/bin/lockkeeper" ] || "$root/opt/lockkeeper/bin/lockkeeper" version
        dpkg --root="$root" --log=/dev/null --force-not-root --purge "$(dpkg-deb --field "$file" Package)"
        [ -z "$(find "$root" -path "$root/var" -prune -o -type f -print)" ] || { find "$root" -type f && fail "$file leaves these behind."; }
        echo "$(dpkg-deb --show "$file" | tr '\t' ' '): installed, and gone without a trace"
    done
}

take_chart() {
    mkdir -p "$packages" "$state/package"
    package_chart
}
