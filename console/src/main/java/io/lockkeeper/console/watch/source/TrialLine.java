package io.lockkeeper.console.watch.source;

/**
 * What one test of a source has found.
 *
 * @param what was tested
 * @param found in a sentence
 * @param remedy what to do; empty where nothing is to be done
 */
public record TrialLine(String what, Verdict verdict, String found, String remedy) {

    /** Whether the console can do what it is for, as far as this test tells. */
    public enum Verdict {
        /** It can. */
        GOOD,
        /** It can, with less to show. */
        LESS,
        /** It cannot. */
        BAD,
        /** It was not tested, because it is not needed, or because nothing answered before. */
        UNTESTED
    }

    static TrialLine good(String what, String found) {
        return new TrialLine(what, Verdict.GOOD, found, "");
    }

    static TrialLine less(String what, String found, String remedy) {
        return new TrialLine(what, Verdict.LESS, found, remedy);
    }

    static TrialLine bad(String what, String found, String remedy) {
        return new TrialLine(what, Verdict.BAD, found, remedy);
    }

    static TrialLine untested(String what, String why) {
        return new TrialLine(what, Verdict.UNTESTED, why, "");
    }
}
