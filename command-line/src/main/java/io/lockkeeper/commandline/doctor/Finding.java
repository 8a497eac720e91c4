package io.lockkeeper.commandline.doctor;

import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Plain;

/**
 * What one check found.
 *
 * @param check what was looked at
 * @param found in a sentence
 * @param advice what to do; empty where nothing is
 */
record Finding(String check, Verdict verdict, String found, String advice) {

    /** Whether locks work, as far as this check can find out. */
    enum Verdict {
        OK,
        WARNING,
        FAILED
    }

    static Finding ok(String check, String found) {
        return new Finding(check, Verdict.OK, found, "");
    }

    static Finding warning(String check, String found, String advice) {
        return new Finding(check, Verdict.WARNING, found, advice);
    }

    static Finding failed(String check, String found, String advice) {
        return new Finding(check, Verdict.FAILED, found, advice);
    }

    String line() {
        String line = "%-7s  %s: %s".formatted(verdict, check, Plain.text(found));
        return advice.isEmpty() ? line : line + System.lineSeparator() + " ".repeat(9) + "→ " + advice;
    }

    Json json() {
        return new Json()
                .with("check", check)
                .with("verdict", verdict.name())
                .with("found", found)
                .with("advice", advice);
    }
}
