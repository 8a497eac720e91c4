# shellcheck shell=bash
# The names that a publisher owns: once, before the first publication.

# Everywhere but in Java's packages and imports, which are no coordinates: services would have to be compiled again for nothing.
run_rename() {
    local group="" address="" repository="" npm="" pypi="" images=""
    while [ "$#" -gt 0 ]; do
        case "$1" in
            --group) group=${2:-} ;;
            --url) address=${2:-} ;;
            --repository) repository=${2:-} ;;
            --npm) npm=${2:-} ;;
            --pypi) pypi=${2:-} ;;
            --images) images=${2:-} ;;
            *) fail "Understood is only: rename --group com.example.locks --url https://locks.example.com --repository https://git.example.com/locks.git --npm @example/locks --pypi example-locks --images registry.example.com/locks" ;;
        esac
        shift $(($# > 1 ? 2 : 1))
    done
    [[ $group =~ ^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_-]*)+$ ]] || fail "--group '$group' is no groupId: words with dots between, like com.example.locks"
    [[ $address =~ ^https://[A-Za-z0-9./_~-]+$ ]] || fail "--url '$address' is no address: it begins with https://"
    [[ $repository =~ ^https://[A-Za-z0-9./_~-]+$ ]] || fail "--repository '$repository' is no address: it begins with https://"
    [[ $npm =~ ^@[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._-]*$ ]] || fail "--npm '$npm' is no package of a scope: @example/locks"
    [[ $pypi =~ ^[a-z0-9]+(-[a-z0-9]+)*$ ]] || fail "--pypi '$pypi' is no distribution: small letters and digits with hyphens between, like example-locks"
    [[ $images =~ ^[a-z0-9][a-z0-9.-]*(:[0-9]+)?(/[a-z0-9._-]+)*$ ]] || fail "--images '$images' is no place of images: a registry, and folders in it, like registry.example.com/locks"
    [ -z "$(git status --porcelain)" ] || fail "Something is not committed: commit it first, so that 'git diff' shows what this changes and 'git restore .' undoes it."
    local old_path old_npm
    old_path=$(go_path)
    old_npm=$(sed -n 's/^  "name": "\(.*\)",/\1/p' clients/node/package.json)
    rename_group "$group"
    rename_everywhere "$old_path" "$(go_path_in "$repository")"
    rename_everywhere "$old_npm" "$npm"
    rename_addresses "$address" "$repository"
    rename_distribution "$pypi"
    rename_images "$images/"
    require_gone "$old_path" "$old_npm"
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

# rename_everywhere OLD NEW: what is written like that nowhere else.
rename_everywhere() {
    git grep -lIF -e "$1" | while read -r file; do
        sed -i "s#${1//./\\.}#$2#g" "$file"
    done
}

go_path() { sed -n 's/^module //p' clients/go/go.mod; }

# go_path_in REPOSITORY: where go finds the client without a page that redirects. Two hosts have rules of their own.
go_path_in() {
    local path=${1#https://}
    path=${path%/}
    case "$path" in github.com/* | bitbucket.org/*) path=${path%.git} ;; esac
    echo "$path/clients/go"
}

# The word may be one of others' sentences: only where it names the distribution.
rename_distribution() {
    local old
    old=$(sed -n 's/^name = "\(.*\)"/\1/p' clients/python/pyproject.toml | head -n 1)
    sed -i "0,/^name = /s#^name = .*#name = \"$1\"#" clients/python/pyproject.toml
    sed -i "s#distribution is \`$old\`#distribution is \`$1\`#" clients/python/README.md
}

# rename_images PREFIX: where manifests and pages name them, and where they are built.
rename_images() {
    sed -i -E -e "s#^( *(image|repository): )$image_registry(lockkeeper)#\\1$1\\3#" \
        -e "s#([ \`=])$image_registry(lockkeeper(-console)?:[0-9V])#\\1$1\\2#" \
        docker/compose.yaml docker/kubernetes/sidecar.yaml docker/helm/lockkeeper-console/values.yaml docker/README.md
    sed -i "s#^readonly image_registry=[^ ]*#readonly image_registry=$1#" launcher/images.sh
}

# require_gone NAME...: that nothing is left of them.
require_gone() {
    local name
    for name in "$@"; do
        ! git grep -nIF -e "$name" >&2 || fail "'$name' is left there."
    done
}
