# A trail as spin prints it (-p -g): each step's changes, once.
function shown(name) { return name !~ /^(i|j|f|k|a|c|x|room|kept|heldBy|at|unacknowledged)$/ }
/^ *[0-9]+:.*proc/ {
    step = match($0, /\([A-Za-z]+:[0-9]+\)/) ? substr($0, RSTART + 1, RLENGTH - 2) : ""
    sub(/:.*/, "", step)
}
/^[ \t]+[a-z][A-Za-z]*(\[[0-9]+\])?(\.[A-Za-z]+(\[[0-9]+\])?)? = / {
    if (!($1 in value)) value[$1] = 0
    if (shown($1) && value[$1] != $3) printf "%s%-14s %s = %s\n", ($1 == "now" ? "\n" : ""), step, $1, $3
    value[$1] = $3
}
END { print "\nwhat was asserted does not hold" }
