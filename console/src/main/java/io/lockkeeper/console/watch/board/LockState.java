package io.lockkeeper.console.watch.board;

import java.util.Locale;

/** The state of a lock by its document, at one moment of the server's clock. */
public enum LockState {
    /** Somebody else wrote the document, or damaged it. */
    DAMAGED("damaged"),
    /** Its document is larger than the console reads. */
    TOO_LARGE("too large"),
    /** A lease was evicted, its quarantine is over, and its holder has not answered; it keeps the lock until it expires. */
    UNANSWERED("evicted, unanswered"),
    /** A lease was evicted by an operator and its holder has what is left of the quarantine to stop. */
    EVICTED("evicted, in quarantine"),
    /** The only leases have run out and the lock is not settled yet. */
    EXPIRED("expired, not yet taken over"),
    /** A lease lives, but was not touched for more than half of its time. */
    RENEWAL_LATE("renewal late"),
    HELD("held"),
    /** Its agent keeps an unused lease, and releases it if another agent wants the lock. */
    KEPT("kept, idle"),
    /** It is not held, and an operator has paused it. */
    PAUSED("paused"),
    /** It is not held, and has waiters. */
    WAITING("waiting"),
    FREE("free"),
    /** A document that another program keeps in the same collection. */
    FOREIGN("not a Lockkeeper lock"),
    /** It is in use, but this console has room only for its name. */
    NOT_KEPT("not kept here"),
    /** There is no document of the name. */
    ABSENT("no such lock"),
    /** The document was not read yet. */
    UNREAD("not read yet");

    private final String words;

    LockState(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** The state in at most two words, for a list. */
    public String brief() {
        return switch (this) {
            case EXPIRED -> "expired";
            case FOREIGN -> "foreign";
            case KEPT -> "kept";
            case EVICTED -> "evicted";
            case UNANSWERED -> "unanswered";
            default -> words;
        };
    }

    /** The name under which style sheets know the state. */
    public String css() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
