package io.lockkeeper.faults.comparison;

/**
 * One cell of the table.
 *
 * @param saw what was observed, in a few words
 */
record Cell(Outcome outcome, String saw) {

    /** Whether the library held what the question asks. */
    enum Outcome {
        HELD("held"),
        NOT_HELD("**not held**"),
        NOT_APPLICABLE("n/a"),
        NOT_PLAYED("not played");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }
    }

    static Cell of(boolean held, String saw) {
        return new Cell(held ? Outcome.HELD : Outcome.NOT_HELD, saw);
    }

    static Cell notApplicable(String why) {
        return new Cell(Outcome.NOT_APPLICABLE, why);
    }

    static Cell notPlayed(String why) {
        return new Cell(Outcome.NOT_PLAYED, why);
    }

    String text() {
        return saw.isEmpty() ? outcome.word : outcome.word + ": " + saw;
    }
}
