package io.lockkeeper.console.board;

import java.util.Locale;

/** What a lock's document means at one moment of the server's clock. */
public enum LockState {
    /** Somebody else wrote the document, or damaged it. */
    DAMAGED("damaged"),
    /** A lease was ended by an operator and its holder has what is left of the quarantine to stop. */
    EVICTED("evicted"),
    /** The only leases have run out and nobody has settled the lock yet. */
    EXPIRED("expired, not yet taken over"),
    /** A lease lives, but was not touched for more than half of its time. */
    RENEWAL_LATE("renewal late"),
    HELD("held"),
    /** Nobody holds it, and somebody waits. */
    WAITING("waiting"),
    FREE("free");

    private final String words;

    LockState(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** The same in at most two words, for a list. */
    public String brief() {
        return this == EXPIRED ? "expired" : words;
    }

    /** The name under which style sheets know the state. */
    public String css() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
