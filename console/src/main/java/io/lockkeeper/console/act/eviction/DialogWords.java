package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.EvictionState;
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
import io.lockkeeper.console.watch.board.EvictionWords;
import io.lockkeeper.model.Eviction;

/** The dialog's words: its title and its sentence follow the eviction's state. */
final class DialogWords {

    private DialogWords() {}

    static String title(EvictionState state, String lock) {
        return switch (state) {
            case AwaitsConsent awaits -> "Asked: evict the holder of %s".formatted(lock);
            case Sent sent -> "Evicting the holder of %s …".formatted(lock);
            case Quarantine quarantine -> "Evicting the holder of %s …".formatted(lock);
            case NothingChanged nothing -> "The holder of %s was not evicted".formatted(lock);
            case Unconfirmed unconfirmed -> "Not confirmed: the eviction of the holder of %s".formatted(lock);
            case Unanswered unanswered -> "Evicted: the holder of %s has not answered".formatted(lock);
            case Stopped stopped ->
                "Evicted: the holder of %s stopped after %s".formatted(lock, Formats.lasted(stopped.after()));
            case NeverConfirmed never -> "Evicted: the holder of %s never confirmed that it stopped".formatted(lock);
            case Removed removed -> "Evicted the holder of %s at once: the quarantine was skipped".formatted(lock);
            case Unknown unknown -> "The lease on %s is over; what came of its eviction is unknown".formatted(lock);
            case Watched watched -> taken(watched.quarantined(), lock);
            case HolderLives lives -> taken(lives.quarantined(), lock);
            case NoLateWrite none -> taken(none.quarantined(), lock);
        };
    }

    private static String taken(boolean quarantined, String lock) {
        return "Evicted: %s is %s".formatted(lock, quarantined ? "quarantined" : "released");
    }

    static String sentence(EvictionState state) {
        return switch (state) {
            case AwaitsConsent awaits ->
                "Nothing was changed yet: another operator has until %s to consent, on the page Consent. You can close this dialog."
                        .formatted(Times.present().clock(awaits.until()));
            case Sent sent ->
                "The request is recorded in the audit first, then the lease is marked. You can close this dialog; the eviction continues.";
            case Quarantine quarantine -> marked(quarantine.mark());
            case NothingChanged nothing -> nothing(nothing.why());
            case Unconfirmed unconfirmed ->
                "MongoDB did not confirm it, so the lease may or may not be marked. This resolves itself as soon as MongoDB answers.";
            case Unanswered unanswered ->
                "The quarantine is over. The lease keeps the lock until it expires, for a holder that is cut off may still run. Only if you know that its process is dead, evict now.";
            case Stopped stopped -> EvictionWords.meaning(stopped);
            case NeverConfirmed never ->
                "Its code may still run. Only resources that check the token refuse what it writes now.";
            case Removed removed ->
                EvictionWords.meaning(removed)
                        + " If that process still runs, only resources that check the token refuse what it writes.";
            case Unknown unknown -> "Unknown: later leases have overwritten how this one ended.";
            case Watched watched ->
                "%s The console watches the lock until %s for a late write of its old holder."
                        .formatted(
                                EvictionWords.meaning(watched), Times.present().exact(watched.until()));
            case HolderLives lives ->
                EvictionWords.meaning(lives) + " It may do what the lock should prevent. Stop it.";
            case NoLateWrite none -> EvictionWords.meaning(none);
        };
    }

    /** The words about a lease that was not evicted; empty if there is nothing to say. */
    static String before(Standing standing) {
        return switch (standing) {
            case Standing.Holds holds -> "";
            case Standing.Evicted evicted -> "";
            case Standing.RanOut ranOut ->
                "This lease has expired. The next request gets the lock, without an eviction.";
            case Standing.Ended ended -> changed(ended.next());
        };
    }

    private static String marked(Eviction mark) {
        return "%s evicted this holder: %s".formatted(Formats.visible(mark.by()), Formats.visible(mark.reason()));
    }

    private static String nothing(Why why) {
        String tryAgain = switch (why) {
            case NOT_RECORDED -> " Try again when the badge says live.";
            case REFUSED -> " The audit has what MongoDB said; an administrator can mend it.";
            case NEVER_APPLIED -> " You can try again.";
            default -> "";
        };
        return EvictionWords.meaning(new NothingChanged(why)) + tryAgain;
    }

    private static String changed(String next) {
        return next.isEmpty()
                ? "This holder has ended by itself. There is no holder to evict."
                : "This holder has ended by itself. The lock is now held by %s. Close this and look again."
                        .formatted(Formats.visible(next));
    }
}
