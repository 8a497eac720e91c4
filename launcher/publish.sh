# shellcheck shell=bash
# A release: what registries take, complete, signed and checked, out of a copy of the last commit; then taken, as its users will. Nothing
# leaves this machine.

readonly release="$state/release"
readonly staging="$release/staging"
readonly bill_of_all_materials=org.cyclonedx:cyclonedx-maven-plugin:makeAggregateBom

run_release() {
    local key="" version
    [ "${1:-}" = --dry-run ] || fail "Understood is only: release --dry-run [--key ID]. It makes and checks what you upload; it publishes nothing."
    case "$#:${2:-}" in
        1:) ;;
        3:--key) key=$3 ;;
        *) fail "Understood is only: release --dry-run [--key ID]" ;;
    esac
    find_java
    require_maven
    has gpg || fail "Missing: gpg, which signs what a registry takes. Debian, Ubuntu: apt-get install gnupg"
    has zip || fail "Missing: zip, which packs what is uploaded. Debian, Ubuntu: apt-get install zip"
    [ -z "$(git status --porcelain)" ] || say "What is not committed is not in this release: it is made of the last commit."
    version=$(numeric_version)
    [ ! -e "$release" ] || chmod -R u+w "$release"
    rm -rf "$release"
    mkdir -p "$staging"
    scratch=$(mktemp -d) # MAVEN_OPTS and gpg's sockets want a short path without spaces
    trap end_release EXIT
    choose_key "$key"
    own_repository "$scratch/repository"
    copy_of_last_commit "$version"
    write_notes "$version"
    build_artifacts "$version"
    lay_out "$version"
    sign_artifacts
    check_staging "$version"
    take_release "$version"
    bundle "$version"
}

end_release() {
    gpgconf --homedir "$scratch" --kill all
    chmod -R u+w "$scratch"
    rm -rf "$scratch"
}

# copy_of_last_commit VERSION: with that version in place of the snapshot's.
copy_of_last_commit() {
    mkdir "$release/source"
    git archive HEAD | tar -xf - -C "$release/source"
    (cd "$release/source" && find . -name pom.xml -exec sed -i "s:<version>$(project_version)</version>:<version>$1</version>:" {} +)
    sed -i "s/^## \[Unreleased\].*/## [$1] - $(date -u +%F)/" "$release/source/CHANGELOG.md"
}

# write_notes VERSION: its section of the changelog.
write_notes() {
    awk -v heading="## [$1]" 'index($0, "## [") == 1 { inside = index($0, heading) == 1 } inside' "$release/source/CHANGELOG.md" >"$release/NOTES.md"
    [ "$(wc -l <"$release/NOTES.md")" -gt 3 ] || fail "CHANGELOG.md has no section for $1, or an empty one."
    say "Notes of $1: $(grep -c '^- ' "$release/NOTES.md") changes ($release/NOTES.md)"
}

# build_artifacts VERSION: builds them twice, which gives the same bytes. The API is compared with that of the last release, if there is one.
build_artifacts() {
    say "Building $1 ($release/build.log)"
    build_copy verify $bill_of_all_materials
    sums_of_jars >"$release/first"
    cp "$release/source/target/bom.json" "$release/lockkeeper-$1.cdx.json"
    say "Building $1 again"
    build_copy clean verify
    sums_of_jars | diff "$release/first" - || fail "Two builds of the same sources differ: see above."
    say "$(wc -l <"$release/first") jars, the same bytes in both builds"
}

build_copy() {
    (cd "$release/source" && mvn -B -ntp -Prelease -Dmaven.test.skip=true -pl "$(published_modules)" -am "$@") >>"$release/build.log" 2>&1 || {
        grep -E 'ERROR' "$release/build.log" | head -n 40 >&2
        fail "The release does not build, or breaks its callers; all that was said is in $release/build.log"
    }
}

sums_of_jars() {
    local modules
    IFS=, read -ra modules <<<"$(published_modules)"
    (cd "$release/source" && find "${modules[@]}" -path '*/target/lockkeeper-*.jar' -exec sha256sum {} + | sort -k 2)
}

# lay_out VERSION: the folders of a Maven repository, from the modules' own, so that nothing is installed where Maven keeps its downloads.
lay_out() {
    local module artifact folder file
    for module in $(published_modules | tr , ' '); do
        artifact=$(of_pom artifactId "$module/pom.xml")
        folder="$staging/$(of_pom groupId pom.xml | tr . /)/$artifact/$1"
        mkdir -p "$folder"
        pom_without_parent "$module" "$1" >"$folder/$artifact-$1.pom"
        while IFS= read -r file; do cp "$release/source/$module/target/${file##*/}" "$file"; done < <(jars_wanted "$folder/$artifact-$1")
        for file in "$folder"/*; do
            md5sum <"$file" | cut -d ' ' -f 1 >"$file.md5"
            sha1sum <"$file" | cut -d ' ' -f 1 >"$file.sha1"
        done
    done
}

# pom_without_parent MODULE VERSION: as the build flattened it; that of the BOM has no parent.
pom_without_parent() {
    local flattened="$release/source/$1/target/flattened-pom.xml"
    if [ -e "$flattened" ]; then
        cat "$flattened"
    else
        sed "s:\${project.version}:$2:" "$release/source/$1/pom.xml"
    fi
}

# choose_key ID: sets `signing` to gpg with that key, without one to a key that ends with this run.
choose_key() {
    signing=(gpg --batch --quiet)
    if [ -n "$1" ]; then
        gpg --list-secret-keys "$1" >/dev/null 2>&1 || fail "gpg has no secret key '$1'. 'gpg --list-secret-keys' lists those it has."
        signing+=(--local-user "$1")
    else
        say "Signing with a key that is thrown away. A registry takes yours: gpg --quick-generate-key 'Name <address>', then --key"
        signing+=(--homedir "$scratch" --passphrase '')
        "${signing[@]}" --quick-generate-key 'Lockkeeper dry run <nobody@example.com>' default default never 2>"$release/gpg.log"
    fi
}

sign_artifacts() {
    say "Signing"
    find "$staging" -type f \( -name '*.jar' -o -name '*.pom' \) -print0 | sort -z | while IFS= read -r -d '' file; do
        "${signing[@]}" --armor --detach-sign "$file" || fail "gpg did not sign $file"
    done
}

# check_staging VERSION: what Maven Central refuses an upload for.
check_staging() {
    local file faults
    faults=$("$JAVA_HOME/bin/java" launcher/CheckStaging.java "$staging" "$1") || true
    while IFS= read -r file; do faults+=$(faults_of_file "$file"); done < <(find "$staging" -name '*.asc' | sort)
    [ -z "$faults" ] || fail "A registry would refuse this:
$faults"
    say "$(find "$staging" -name '*.pom' | wc -l) artifacts with sources, Javadoc, checksums and signatures, each pom complete by itself ($staging)"
}

# jars_wanted BASE: none of an artifact that is a pom alone.
jars_wanted() {
    grep -q '<packaging>pom</packaging>' "$1.pom" || printf '%s\n' "$1.jar" "$1-sources.jar" "$1-javadoc.jar"
}

# faults_of_file SIGNATURE: of what it signs.
faults_of_file() {
    local file=${1%.asc}
    "${signing[@]}" --verify "$1" "$file" 2>/dev/null || printf '\n  signature does not fit: %s' "${file##*/}"
    [ "$(sha1sum <"$file" | cut -d ' ' -f 1)" = "$(cat "$file.sha1")" ] || printf '\n  checksum does not fit: %s' "${file##*/}"
}

# bundle VERSION: one file, the same for the same artifacts and signatures.
bundle() {
    local file="$release/lockkeeper-$1-bundle.zip"
    (cd "$staging" && find . -type f | LC_ALL=C sort | TZ=UTC zip -q -X -@ "$file") || fail "The bundle was not packed."
    (cd "$release" && sha256sum -- *.zip *.json NOTES.md taken/clients/* >SHA256SUMS)
    say "
$file  $(($(stat -c %s "$file") / 1000)) KB: what Maven Central's portal takes. Nothing was published, and no file of this tree changed.
To publish $1: set the version and the date in CHANGELOG.md, commit and tag v$1. .github/workflows/release.yml does the rest where its
secrets are set; without it, run this again with --key, upload the file, and put NOTES.md, lockkeeper-$1.cdx.json and the files of
./lockkeeper package with their SHA256SUMS beside the tag."
}
