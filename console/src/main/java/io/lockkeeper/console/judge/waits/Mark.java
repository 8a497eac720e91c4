package io.lockkeeper.console.judge.waits;

/** The word for a party in the tree, and the style sheet's name for its shape and colour. */
enum Mark {
    DEADLOCK("deadlock", "damaged"),
    EVICTED("evicted", "evicted"),
    LATE("renewal late", "renewal-late"),
    HOLDS("holds", "held"),
    WAITS("waits", "waiting"),
    NOBODY("no holder", "expired");

    private final String word;
    private final String css;

    Mark(String word, String css) {
        this.word = word;
        this.css = css;
    }

    String word() {
        return word;
    }

    String css() {
        return css;
    }
}
