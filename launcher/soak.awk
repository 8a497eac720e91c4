# Draws what a soak measured: the console's heap over the seconds with abandoned pages, and over the page openings of visitors.

/^soak: (abandoned|visited)/ && match($0, / at [0-9]+: /) {
    phase = substr($2, 1, length($2) - 1)
    split(substr($0, RSTART + 4), said, /[: ]+/)
    at = /all gone/ ? last[phase] : said[1] + 0
    n[phase]++
    x[phase, n[phase]] = at
    y[phase, n[phase]] = said[2] + 0
    if (at > last[phase]) last[phase] = at
    if (said[2] + 0 > most) most = said[2] + 0
}

function axis(left, title, unit, phase,    i) {
    printf "<text class=\"title\" x=\"%d\" y=\"22\">%s</text>\n", left, title
    for (i = 0; i <= most; i += 200) {
        printf "<path class=\"grid\" d=\"M%d %dh%d\"/>\n", left, height(i), width
        printf "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d MB</text>\n", left - 6, height(i) + 4, i
    }
    printf "<text x=\"%d\" y=\"262\">0</text>\n", left
    printf "<text x=\"%d\" y=\"262\" text-anchor=\"end\">%d %s</text>\n", left + width, last[phase], unit
}

function height(mb) { return 240 - 200 * mb / most }

function line(left, phase,    i) {
    printf "<polyline points=\""
    for (i = 1; i <= n[phase]; i++)
        printf "%.1f,%.1f ", left + width * x[phase, i] / last[phase], height(y[phase, i])
    print "\"/>"
}

END {
    if (!n["abandoned"] || !n["visited"]) exit 1
    width = 330
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 276\" width=\"860\" height=\"276\" role=\"img\" aria-label=\"The console's heap during a soak\">"
    print "<style>"
    print "text { font: 12px system-ui, sans-serif; fill: #57606a } .title { font-weight: 600; font-size: 14px }"
    print "polyline { fill: none; stroke: #2f81f7; stroke-width: 2; stroke-linejoin: round } .grid { stroke: #8b98a9; stroke-opacity: .3 }"
    print "@media (prefers-color-scheme: dark) { text { fill: #c9d1d9 } polyline { stroke: #58a6ff } }"
    print "</style>"
    axis(70, "Pages whose browser is gone", "seconds", "abandoned")
    line(70, "abandoned")
    axis(500, "Visitors who come and go", "page openings", "visited")
    line(500, "visited")
    print "</svg>"
}
