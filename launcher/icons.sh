# shellcheck shell=bash
# The icons that browsers and desktops want as PNG, drawn by Chromium from the two SVGs beside them.

readonly icons=console/src/main/resources/META-INF/resources/console

run_icons() {
    [ "$#" = 0 ] || fail "icons takes no options."
    find_chromium
    draw_icon icon.svg 192 icon-192.png
    draw_icon icon.svg 512 icon-512.png
    draw_icon icon-maskable.svg 512 icon-maskable-512.png
    say "They are in $icons: look at them, and commit them."
}

# draw_icon SVG SIZE PNG
draw_icon() {
    local page
    page=$(mktemp -d)
    printf '<style>body{margin:0}img{width:%spx;height:%spx;display:block}</style><img src="file://%s">' "$2" "$2" "$PWD/$icons/$1" >"$page/icon.html"
    "$LOCKKEEPER_CHROMIUM" --headless --no-sandbox --disable-gpu --allow-file-access-from-files --user-data-dir="$page/profile" --default-background-color=00000000 \
        --force-device-scale-factor=1 --window-size="$2,$2" --screenshot="$PWD/$icons/$3" "file://$page/icon.html" >"$state/icons.log" 2>&1 \
        || fail "Chromium drew no $3; all that it said is in $state/icons.log"
    rm -rf "$page"
}
