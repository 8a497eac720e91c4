package io.lockkeeper.console.watch.source;

/**
 * The result of one test of a source.
 *
 * @param what was tested
 * @param found in a sentence
 * @param remedy what to do; empty where nothing is to be done
 */
public record TrialLine(String what, Verdict verdict, String found, String remedy) {

    /** Whether the console can serve its purpose, as far as this test shows. */
    public enum Verdict {
        /** The console can do it. */
        GOOD,
        /** The console can do it, with less to show. */
        LESS,
        /** The console cannot do it. */
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
