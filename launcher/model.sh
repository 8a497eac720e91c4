# shellcheck shell=bash
# The protocol as a model, checked by Spin.

run_model() {
    find_spin
    exec docs/maintainers/model/check "$@"
}

find_spin() {
    has gcc || fail "Missing: gcc, with which Spin's checker is compiled. Install it (Debian: apt-get install gcc)."
    has spin && return
    install_package spin || fail "Missing: spin, the model checker. Install it (Debian: apt-get install spin; macOS: brew install spin)."
}
