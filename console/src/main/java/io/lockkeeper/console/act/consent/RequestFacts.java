package io.lockkeeper.console.act.consent;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.Consent;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.LeaseTimes;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A request as the page shows it at a moment.
 *
 * @param stands whether the lease or waiter is still there, as far as the board knows
 * @param now by the server's clock
 */
record RequestFacts(AuditEntry entry, boolean stands, Instant now) {

    /** @param board that of the lock's source */
    static RequestFacts of(AuditEntry entry, ScopedBoard board, Instant now) {
        boolean judged = entry.action().isEviction()
                && board.watched().filter(Watched::isLive).isPresent();
        return new RequestFacts(entry, !judged || isHeld(entry, board.all(entry.lock()), now), now);
    }

    private static boolean isHeld(AuditEntry entry, List<Lock> documents, Instant now) {
        Acquisition seen = entry.acquisition();
        return documents.stream()
                .map(Lock::facts)
                .anyMatch(lock -> lock.own()
                        .map(own -> LeaseAcquisitions.in(own, seen)
                                .filter(lease -> isEvictable(lease, now))
                                .isPresent())
                        .orElseGet(() -> lock.isOf(seen) && lock.isTaken(now)));
    }

    private static boolean isEvictable(Holder holder, Instant now) {
        return holder.evicted() == null && LeaseTimes.isLive(holder, now);
    }

    String id() {
        return entry.id();
    }

    Consent consent() {
        return ConsentService.needed(entry);
    }

    boolean isOf(String user) {
        return consent().user().equals(user);
    }

    /** The requested change, as a title. */
    String title() {
        return switch (entry.action()) {
            case EVICT -> "Evict the holder";
            case EVICT_NOW -> "Evict the holder now, without a quarantine";
            case PAUSE -> "Pause the lock";
            case RESUME -> "End the pause";
            case TAKE_OUT -> "Take a waiter out of the queue";
        };
    }

    /** The requested change as a question, with the lock's name. */
    String question() {
        String lock = Formats.visible(entry.lock());
        return switch (entry.action()) {
            case EVICT -> "Evict the holder of %s?".formatted(lock);
            case EVICT_NOW -> "Evict the holder of %s now, without a quarantine?".formatted(lock);
            case PAUSE -> "Pause %s?".formatted(lock);
            case RESUME -> "End the pause of %s?".formatted(lock);
            case TAKE_OUT -> "Take a waiter out of the queue of %s?".formatted(lock);
        };
    }

    /** The sentence with the author of the request and the reason. */
    String asks() {
        return "%s asks: %s".formatted(Formats.visible(entry.by()), Formats.visible(entry.reason()));
    }

    /** The button's text, which says what consent does. */
    String verb() {
        return switch (entry.action()) {
            case EVICT, EVICT_NOW -> "Consent and evict";
            case PAUSE, RESUME -> "Consent and pause";
            case TAKE_OUT -> "Consent and take out";
        };
    }

    /** The consequence of consent, in sentences. */
    String consequence() {
        return switch (entry.action()) {
            case EVICT, EVICT_NOW ->
                "Exactly this lease is evicted, and only this one; if another holds the lock by then, nothing"
                        + " is changed. The audit names you both. This can't be undone.";
            case PAUSE, RESUME -> "The audit names you both. The pause can be ended at any time.";
            case TAKE_OUT ->
                "Exactly this waiter leaves the queue; if it was granted the lock by then, nothing is changed."
                        + " The audit names you both. This can't be undone.";
        };
    }

    /** The subject of the request, and whether that still holds. */
    String about() {
        if (entry.action() == AuditEntry.Action.TAKE_OUT) {
            return "It waits: %s.".formatted(Formats.visible(entry.holder()));
        }
        if (!entry.action().isEviction()) {
            return "No process acquires it %s. Its holder keeps it."
                    .formatted(Times.present().in(Formats.visible(entry.holder())));
        }
        String held = "Held by %s, %s".formatted(Formats.visible(entry.holder()), entry.lease());
        return stands
                ? held + "."
                : held + ", which no longer holds the lock or is evicted already: consenting changes nothing.";
    }

    /** The time that is left, in words. */
    String left() {
        return "asked %s · ends in %s"
                .formatted(
                        Times.present().clock(entry.at()),
                        Formats.duration(Duration.between(now, consent().until())));
    }
}
