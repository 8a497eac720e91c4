# shellcheck shell=bash
# The names that a publisher owns: once, before the first publication.

# Everywhere but in Java's packages and imports, which are no coordinates: services would have to be compiled again for nothing.
run_rename() {
    local group="" address="" repository=""
    while [ "$#" -gt 0 ]; do
        case "$1" in
            --group) group=${2:-} ;;
            --url) address=${2:-} ;;
            --repository) repository=${2:-} ;;
            *) fail "Understood is only: rename --group com.example.locks --url https://locks.example.com --repository https://git.example.com/locks.git" ;;
        esac
        shift $(($# > 1 ? 2 : 1))
    done
    [[ $group =~ ^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_-]*)+$ ]] || fail "--group '$group' is no groupId: words with dots between, like com.example.locks"
    [[ $address =~ ^https://[A-Za-z0-9./_~-]+$ ]] || fail "--url '$address' is no address: it begins with https://"
    [[ $repository =~ ^https://[A-Za-z0-9./_~-]+$ ]] || fail "--repository '$repository' is no address: it begins with https://"
    [ -z "$(git status --porcelain)" ] || fail "Something is not committed: commit it first, so that 'git diff' shows what this changes and 'git restore .' undoes it."
    rename_group "$group"
    rename_addresses "$address" "$repository"
    say "Renamed $(git diff --name-only | wc -l) files: see git diff. Now ./lockkeeper test, ./lockkeeper release --dry-run, and commit."
}

rename_group() {
    local old pattern
    old=$(of_pom groupId pom.xml)
    pattern=${old//./\\.}
    git grep -lIE "groupId[^<]*$pattern|$pattern:" | while read -r file; do
        sed -i -E -e "s#<groupId>$pattern</groupId>#<groupId>$1</groupId>#g" -e "s#groupId='$pattern'#groupId='$1'#g" \
            -e "s#(^|[^A-Za-z0-9.])$pattern:#\\1$1:#g" "$file"
    done
}

rename_addresses() {
    local old_address old_repository
    old_address=$(project_url)
    old_repository=$(project_repository)
    git grep -lIF -e "$old_address" -e "$old_repository" | while read -r file; do
        sed -i -e "s#${old_repository//./\\.}#$2#g" "$file"
        [ "$1" = "$old_address" ] || sed -i -e "s#${old_address//./\\.}#$1#g" "$file"
    done
}
