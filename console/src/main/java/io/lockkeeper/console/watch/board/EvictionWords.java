package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.EvictionState.AwaitsConsent;
import io.lockkeeper.console.watch.board.EvictionState.HolderLives;
import io.lockkeeper.console.watch.board.EvictionState.NeverConfirmed;
import io.lockkeeper.console.watch.board.EvictionState.NoLateWrite;
import io.lockkeeper.console.watch.board.EvictionState.NothingChanged;
import io.lockkeeper.console.watch.board.EvictionState.Quarantine;
import io.lockkeeper.console.watch.board.EvictionState.Removed;
import io.lockkeeper.console.watch.board.EvictionState.Sent;
import io.lockkeeper.console.watch.board.EvictionState.Stopped;
import io.lockkeeper.console.watch.board.EvictionState.Unanswered;
import io.lockkeeper.console.watch.board.EvictionState.Unconfirmed;
import io.lockkeeper.console.watch.board.EvictionState.Unknown;
import io.lockkeeper.console.watch.board.EvictionState.Watched;
import io.lockkeeper.console.watch.board.EvictionState.Why;
import java.time.Instant;

/** An eviction's state in words, the same wherever it is shown. */
public final class EvictionWords {

    private EvictionWords() {}

    /** The state in a word or three. */
    public static String brief(EvictionState state) {
        return switch (state) {
            case AwaitsConsent awaits -> "awaits consent";
            case Sent sent -> "evicting";
            case NothingChanged nothing -> brief(nothing.why());
            case Unconfirmed unconfirmed -> "not confirmed";
            case Quarantine quarantine -> "evicted";
            case Unanswered unanswered -> "unanswered";
            case Stopped stopped -> "stopped after " + Formats.lasted(stopped.after());
            case NeverConfirmed never -> "never confirmed";
            case Removed removed -> "removed";
            case Unknown unknown -> "unknown";
            case Watched watched -> taken(watched.quarantined());
            case HolderLives lives -> "old holder lives";
            case NoLateWrite none -> taken(none.quarantined());
        };
    }

    /** The word for a lock that was taken from its holder. */
    private static String taken(boolean quarantined) {
        return quarantined ? "quarantined" : "released";
    }

    /** The meaning in a sentence. */
    public static String meaning(EvictionState state) {
        return switch (state) {
            case AwaitsConsent awaits ->
                "A second person has until %s to consent. Nothing was changed yet."
                        .formatted(Times.present().clock(awaits.until()));
            case Sent sent -> "MongoDB has not answered yet.";
            case NothingChanged nothing -> meaning(nothing.why());
            case Unconfirmed unconfirmed -> "MongoDB did not confirm it: the holder may or may not be evicted.";
            case Quarantine quarantine -> quarantine(quarantine.mark().until());
            case Unanswered unanswered ->
                "The quarantine is over without an answer. The lease expires at %s."
                        .formatted(Times.present().named(unanswered.expiresAt()));
            case Stopped stopped -> "The holder confirmed that it stopped.";
            case NeverConfirmed never -> "The lease is over; its holder never confirmed that it stopped.";
            case Removed removed -> "Quarantine skipped: the lease was removed at once.";
            case Unknown unknown -> "How it ended is unknown: later changes have overwritten it.";
            case Watched watched -> "The lock is %s.".formatted(taken(watched.quarantined()));
            case HolderLives lives ->
                "The lock is %s. Its old holder wrote to it %s later, so that process lives."
                        .formatted(taken(lives.quarantined()), Formats.lasted(lives.after()));
            case NoLateWrite none ->
                "The lock is %s. No late write of its old holder was seen within %s."
                        .formatted(taken(none.quarantined()), Formats.duration(none.within()));
        };
    }

    /** The name under which style sheets know the state. */
    public static String css(EvictionState state) {
        return switch (state) {
            case AwaitsConsent awaits -> "awaits-consent";
            case Sent sent -> "sent";
            case NothingChanged nothing ->
                "nothing-changed " + brief(nothing.why()).replace(' ', '-');
            case Unconfirmed unconfirmed -> "unconfirmed";
            case Quarantine quarantine -> "evicted";
            case Unanswered unanswered -> "unanswered";
            case Stopped stopped -> "stopped";
            case NeverConfirmed never -> "never-confirmed";
            case Removed removed -> "removed";
            case Unknown unknown -> "unknown";
            case Watched watched -> taken(watched.quarantined());
            case HolderLives lives -> "unanswered";
            case NoLateWrite none -> taken(none.quarantined());
        };
    }

    private static String brief(Why why) {
        return switch (why) {
            case NOT_RECORDED -> "not recorded";
            case HOLDER_CHANGED -> "holder changed";
            case ALREADY_MARKED -> "already evicted";
            case GONE -> "already ended";
            case DENIED -> "denied";
            case REFUSED -> "refused";
            case NEVER_APPLIED -> "never applied";
            case CONSENT_REFUSED -> "consent refused";
            case NO_CONSENT -> "no consent";
        };
    }

    private static String meaning(Why why) {
        return switch (why) {
            case NOT_RECORDED -> "It could not be recorded in the audit, so nothing was changed.";
            case HOLDER_CHANGED -> "The holder had changed meanwhile. Nothing was changed.";
            case ALREADY_MARKED -> "The holder had been evicted already. Nothing was changed.";
            case GONE -> "The lease had ended by itself. Nothing was changed.";
            case DENIED -> "Only an operator may evict. Nothing was changed.";
            case REFUSED -> "MongoDB refused it. Nothing was changed.";
            case NEVER_APPLIED -> "It never reached the lock. Nothing was changed.";
            case CONSENT_REFUSED -> "A second person's consent was refused. Nothing was changed.";
            case NO_CONSENT -> "No second person consented in time. Nothing was changed.";
        };
    }

    private static String quarantine(Instant until) {
        return until.equals(Instant.MAX)
                ? "The holder is notified."
                : "The holder has until %s to stop.".formatted(Times.present().clock(until));
    }
}
