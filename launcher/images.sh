# shellcheck shell=bash
# Images of console and command line in the OCI's layout, without a Docker engine and without another image below them: a layer
# is a tar file, an image is a list of their sums. Docker, Podman and skopeo read the same file.

# What a Java runtime links against, and the file that says which system this is.
readonly image_system=(libc6 base-files)
readonly image_user=10001
readonly image_registry="" # in front of their names, with a slash at its end: rename sets it

package_images() {
    if ! has apt-get || ! has dpkg-deb; then
        say "No images: they are built on Debian or Ubuntu, with apt-get and dpkg-deb."
        return 0
    fi
    tests+=(PackagedImagesIT)
    stage_command_line
    stage_console
    rm -rf "$state/package/images"
    make_system "$state/package/images/system"
    image_of_command_line
    image_of_console
}

image_of_command_line() {
    local image="$state/package/images/lockkeeper" home=/opt/lockkeeper jars path
    jars=("$state"/package/command-line/lockkeeper/lib/*.jar) # in the order of bin/lockkeeper, by which the cache was made
    path=$(printf ":$home/lib/%s" "${jars[@]##*/}")
    cut_layers "$image" "$state/package/command-line/lockkeeper" lib lockkeeper.aot
    write_image "$image" "Distributed locks in MongoDB, from a terminal" "\"Entrypoint\":$(strings $home/runtime/bin/java \
        -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms16m -Xmx256m -XX:+DisableAttachMechanism -Xlog:disable -XX:AOTCache=$home/lib/lockkeeper.aot \
        --add-exports=java.base/sun.nio.ch=ALL-UNNAMED --enable-native-access=ALL-UNNAMED \
        -cp "${path#:}" io.lockkeeper.commandline.LockkeeperMain),\"Env\":$(strings LC_ALL=C.UTF-8)"
}

image_of_console() {
    local image="$state/package/images/lockkeeper-console" home=/opt/lockkeeper-console
    cut_layers "$image" "$state/package/console/lockkeeper-console" lib/lib console.aot
    write_image "$image" "Who holds which lock, for how long, and who waits" "\"Entrypoint\":$(strings $home/runtime/bin/java \
        -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError -XX:MaxRAMPercentage=70 -XX:AOTCache=$home/lib/console.aot \
        -jar $home/lib/lockkeeper-console.jar),\"Env\":$(strings LC_ALL=C.UTF-8 SERVER_ADDRESS=0.0.0.0 SERVER_PORT=8080),\"ExposedPorts\":{\"8080/tcp\":{}}"
}

# make_system FOLDER: Debian's packages, checked by apt and unpacked without running their scripts, and the user.
make_system() {
    local package file download="$state/package/images/download"
    mkdir -p "$1/var/lib/dpkg/status.d" "$download"
    for package in "${image_system[@]}"; do
        download_package "$package" "$download" >>"$state/package/images.log" 2>&1 \
            || fail "Debian's package $package, for the images, could not be fetched: see $state/package/images.log"
        file=$(echo "$download/${package}"_*.deb)
        dpkg-deb --extract "$file" "$1"
        dpkg-deb --field "$file" >"$1/var/lib/dpkg/status.d/$package" # where scanners look in an image without dpkg
    done
    # The one locale, by which Java reads names; the programs beside it stay out.
    download_package libc-bin "$download" >>"$state/package/images.log" 2>&1 \
        || fail "Debian's package libc-bin, for the images, could not be fetched: see $state/package/images.log"
    dpkg-deb --fsys-tarfile "$(echo "$download"/libc-bin_*.deb)" | tar -x -C "$1" ./usr/lib/locale/C.utf8
    find "$1/usr/share/doc" ! -type d ! -name copyright -delete
    rm -rf "$1"/usr/lib/*/gconv "$1"/usr/share/{lintian,base-files,info,man,locale} "$1"/var/{backups,cache,spool,local,log,mail,opt,tmp}
    find "$1" -mindepth 1 -type d -empty -delete
    mkdir -p "$1"/{dev,proc,run,sys}
    mkdir -m 1777 "$1/tmp"
    printf 'root:x:0:0::/:/nonexistent\nlockkeeper:x:%s:%s::/tmp:/nonexistent\n' "$image_user" "$image_user" >"$1/etc/passwd"
    printf 'root:x:0:\nlockkeeper:x:%s:\n' "$image_user" >"$1/etc/group"
    printf 'hosts: files dns\n' >"$1/etc/nsswitch.conf"
}

# cut_layers IMAGE HOME LIBRARIES CACHE: into trees of their own, what changes least first; only the last differs in a second build.
cut_layers() {
    local home="opt/${2##*/}" app="$1/4-lockkeeper"
    mkdir -p "$1/2-java/$home" "$1/3-libraries/$home/$3" "$app/opt" "$1/5-aot-cache/$home/lib"
    cp -a "$state/package/images/system" "$1/1-system"
    cp -a "$2" "$app/opt/"
    mv "$app/$home/runtime" "$1/2-java/$home/"
    find "$app/$home/$3" -name '*.jar' ! -name 'lockkeeper-*' -exec mv -t "$1/3-libraries/$home/$3" {} +
    mv "$app/$home/lib/$4" "$1/5-aot-cache/$home/lib/"
    chmod -R go=rX "$1"/[2-5]-*
}

# write_image IMAGE TITLE CONFIG: its blobs, and the file: the same bytes for the same layers.
write_image() {
    local image=$1 name=${1##*/} layer blob sums="" layers="" files="" config manifest file
    mkdir -p "$image/oci/blobs/sha256"
    for layer in "$image"/[1-9]-*; do
        sums+=",\"sha256:$(tree "$layer" | sha256sum | cut -d ' ' -f 1)\""
        blob=$(tree "$layer" | gzip -6n | keep_blob "$image")
        layers+=",$(descriptor layer.v1.tar+gzip "$image" "$blob")"
        files+=",\"blobs/sha256/$blob\""
        say "  ${layer##*/}  sha256:$blob"
    done
    config=$(printf '{"created":"%s","architecture":"%s","os":"linux","config":{"User":"%s:%s","WorkingDir":"/",%s,"Labels":{%s}},"rootfs":{"type":"layers","diff_ids":[%s]}}' \
        "$(build_time)" "$(debian_architecture)" "$image_user" "$image_user" "$3" "$(labels "$name" "$2")" "${sums#,}" | keep_blob "$image")
    manifest=$(printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":%s,"layers":[%s]}' \
        "$(descriptor config.v1+json "$image" "$config")" "${layers#,}" | keep_blob "$image")
    printf '{"imageLayoutVersion":"1.0.0"}' >"$image/oci/oci-layout"
    printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[%s]}' \
        "$(descriptor manifest.v1+json "$image" "$manifest" | sed "s/}\$/,\"annotations\":{\"org.opencontainers.image.ref.name\":\"$(project_version)\"}}/")" >"$image/oci/index.json"
    # Docker takes the image's name from here.
    printf '[{"Config":"blobs/sha256/%s","RepoTags":["%s:%s"],"Layers":[%s]}]' "$config" "$image_registry$name" "$(project_version)" "${files#,}" >"$image/oci/manifest.json"
    file="$packages/$name-image-$(project_version)-$(system_name).tar"
    tree "$image/oci" >"$file"
    say "$file  $(($(stat -c %s "$file") / 1000000)) MB  sha256:$manifest"
}

# tree FOLDER: what is in it, as a tar file: the same bytes for the same files.
tree() {
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="$(build_time)" --format=gnu -C "$1" -cf - .
}

# keep_blob IMAGE: keeps what comes in under its sum, which it prints.
keep_blob() {
    local sum
    cat >"$1/blob"
    sum=$(sha256sum "$1/blob" | cut -d ' ' -f 1)
    mv "$1/blob" "$1/oci/blobs/sha256/$sum"
    echo "$sum"
}

# descriptor TYPE IMAGE SUM
descriptor() {
    printf '{"mediaType":"application/vnd.oci.image.%s","digest":"sha256:%s","size":%s}' "$1" "$3" "$(stat -c %s "$2/oci/blobs/sha256/$3")"
}

# labels NAME TITLE: where the image comes from, and what is in it.
labels() {
    local image=org.opencontainers.image
    printf '"%s":"%s",' $image.title "$1" $image.description "$2" $image.version "$(project_version)" $image.created "$(build_time)" \
        $image.revision "$(revision)" $image.source "$(project_repository)" $image.url "$(project_url)" $image.vendor Lockkeeper $image.licenses Apache-2.0 \
        io.lockkeeper.sbom "/opt/$1/sbom.cdx.json" io.lockkeeper.java "$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"/\1/p' "$JAVA_HOME/release")"
    printf '"io.lockkeeper.system":"%s"' "$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$state/package/images/system/etc/os-release")"
}

revision() {
    local changed=""
    [ -z "$(git status --porcelain 2>/dev/null)" ] || changed=-changed
    echo "$(git rev-parse HEAD 2>/dev/null || echo unknown)$changed"
}

project_url() { sed -n "s:^    <url>\\(.*\\)</url>:\\1:p" pom.xml; }

project_repository() { sed -n "s:^        <url>\\(.*\\)</url>:\\1:p" pom.xml | tail -n 1; }

# strings TEXT...: as a list in JSON. None of them has a character that JSON would want to be escaped.
strings() { printf '['; printf '"%s"' "$1"; [ "$#" = 1 ] || printf ',"%s"' "${@:2}"; printf ']'; }
