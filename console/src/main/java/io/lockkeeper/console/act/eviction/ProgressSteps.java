package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionState.AwaitsConsent;
import io.lockkeeper.console.watch.board.EvictionState.NeverConfirmed;
import io.lockkeeper.console.watch.board.EvictionState.NothingChanged;
import io.lockkeeper.console.watch.board.EvictionState.Quarantine;
import io.lockkeeper.console.watch.board.EvictionState.Removed;
import io.lockkeeper.console.watch.board.EvictionState.Sent;
import io.lockkeeper.console.watch.board.EvictionState.Stopped;
import io.lockkeeper.console.watch.board.EvictionState.Unanswered;
import io.lockkeeper.console.watch.board.EvictionState.Unconfirmed;
import io.lockkeeper.console.watch.board.EvictionState.Unknown;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps after the click: marked, then stopped or the quarantine over, then handed to the next. */
final class ProgressSteps extends OrderedList {

    private @Nullable List<Step> drawn;
    private String granted = "";

    ProgressSteps() {
        addClassName("steps");
        setVisible(false);
    }

    void show(EvictionState state, Standing standing) {
        if (granted.isEmpty() && standing instanceof Standing.Ended ended) {
            granted = ended.next();
        }
        List<Step> steps = steps(state, standing instanceof Standing.Ended, Step.later(then(standing)));
        setVisible(!steps.isEmpty());
        if (!steps.equals(drawn)) {
            drawn = steps;
            removeAll();
            steps.forEach(step -> add(step.item()));
        }
    }

    /** The sentence about what becomes of the lock when the lease is over. */
    private static String then(Standing standing) {
        List<Waiter> queue = switch (standing) {
            case Standing.Holds holds -> holds.queue();
            case Standing.Evicted evicted -> evicted.queue();
            case Standing.RanOut ranOut -> List.of();
            case Standing.Ended ended -> List.of();
        };
        return queue.isEmpty() ? "The lock is free for the next request" : "The lock is handed to the next waiter";
    }

    private List<Step> steps(EvictionState state, boolean ended, Step last) {
        return switch (state) {
            case NothingChanged nothing -> List.of();
            case EvictionState.Watched watched -> List.of();
            case EvictionState.HolderLives lives -> List.of();
            case EvictionState.NoLateWrite none -> List.of();
            case AwaitsConsent awaits ->
                List.of(
                        Step.active("Another operator consents"),
                        Step.later("The lease is marked, if it still holds the lock"),
                        Step.later("The holder is notified and stops"));
            case Sent sent ->
                List.of(Step.active("Recording and marking"), Step.later("The holder is notified and stops"), last);
            case Unconfirmed unconfirmed ->
                List.of(
                        Step.warning("Not confirmed: the lease may or may not be marked"),
                        Step.later("The holder is notified and stops"),
                        last);
            case Quarantine it -> List.of(Step.done("Marked"), quarantine(it), last);
            case Unanswered it ->
                List.of(
                        Step.done("Marked"),
                        Step.warning("No answer; the lease expires in ")
                                .counting(it.mark().until(), it.expiresAt()),
                        last);
            case Stopped it ->
                List.of(
                        Step.done("Marked"),
                        Step.done("The holder confirmed that it stopped, after " + Formats.lasted(it.after())),
                        goesTo(ended));
            case NeverConfirmed it ->
                List.of(Step.done("Marked"), Step.warning("The holder never confirmed that it stopped"), goesTo(ended));
            case Removed it -> List.of(Step.done("Removed"), Step.warning("Quarantine skipped"), goesTo(ended));
            case Unknown it ->
                List.of(Step.done("The lease is over"), Step.warning("How it ended is unknown"), goesTo(ended));
        };
    }

    /** Right after the answer the mark's times may not be known yet. */
    private static Step quarantine(Quarantine state) {
        return state.mark().until().equals(Instant.MAX)
                ? Step.active("The holder is notified")
                : Step.active("The holder is notified; the quarantine ends in ")
                        .counting(state.mark().at(), state.mark().until());
    }

    private Step goesTo(boolean ended) {
        if (!granted.isEmpty()) {
            return Step.done("Granted to " + granted);
        }
        return Step.done(ended ? "No waiters: the lock is free" : "The next request gets the lock");
    }

    /** One step; it counts down if {@code until} is given. */
    private record Step(
            String css,
            String words,
            @Nullable Instant from,
            @Nullable Instant until) {

        static Step done(String words) {
            return new Step("done", words, null, null);
        }

        static Step active(String words) {
            return new Step("active", words, null, null);
        }

        static Step warning(String words) {
            return new Step("warning", words, null, null);
        }

        static Step later(String words) {
            return new Step("later", words, null, null);
        }

        Step counting(Instant start, Instant end) {
            return new Step(css, words, start, end);
        }

        ListItem item() {
            ListItem item = new ListItem(new Span(words));
            item.setClassName(css);
            if (from != null && until != null) {
                Component left = Ticking.left(from, until, css.equals("warning") ? "unanswered" : "evicted");
                item.add(left);
            }
            return item;
        }
    }
}
