package io.lockkeeper.console.act.eviction;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.StackFold;
import io.lockkeeper.console.watch.agents.StackPlace;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.ThreadStack;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The facts about a lease of Lockkeeper's own. */
final class LeaseFacts extends Div implements EvictionFacts {

    private static final int SHOWN_NAMES = 6;
    private static final String KEPT =
            "Its agent keeps this lease from one use to the next. The lease is evicted with its current"
                    + " use: another one may have begun since this page was drawn.";

    private final Holder seen;
    private final Duration quarantine;
    private final Div holder = new Div();
    private final Div since = styled(new Div(), "dim");
    private final Div kept = new Div();
    private final Div agent = new Div();
    private final Div next = new Div();
    private final Div undone = new Div("An eviction cannot be undone.");
    private @Nullable Instant endedAt;

    LeaseFacts(Holder seen, List<String> held, Duration quarantine) {
        this.seen = seen;
        this.quarantine = quarantine;
        addClassName("lease-facts");
        add(holder, since, kept, agent, next, undone, alsoHolds(held));
        seen.stackOfHold().ifPresent(stack -> add(does(stack)));
    }

    @Override
    public Component component() {
        return this;
    }

    @Override
    public void show(EvictionViewState look, boolean asking) {
        endedAt = endedAt(look);
        holder.removeAll();
        holder.add(strong(held(endedAt == null)), text(Holders.words(seen.user())));
        since.removeAll();
        since.add(
                text("since %s, for ".formatted(Times.present().named(seen.acquiredAt()))),
                endedAt == null ? Ticking.age(seen.acquiredAt()) : Ticking.age(seen.acquiredAt(), endedAt));
        showKept(look);
        showAgent(look, asking);
        showNext(look.standing());
    }

    /** Null while it lasts. A lease that ran out has ended, even if no write of the lock shows it. */
    private @Nullable Instant endedAt(EvictionViewState look) {
        return switch (look.standing()) {
            case Standing.Holds holds -> null;
            case Standing.Evicted evicted -> null;
            case Standing.RanOut ranOut -> ranOut.holder().expiresAt();
            case Standing.Ended ended when ended.end() != null -> ended.end().at();
            case Standing.Ended ended -> endedAt == null ? look.now() : endedAt;
        };
    }

    private String held(boolean still) {
        if (seen.hasUses()) {
            return still ? "Kept by " : "Was kept by ";
        }
        return still ? "Held by " : "Was held by ";
    }

    private void showKept(EvictionViewState look) {
        boolean uses = look.standing() instanceof Standing.Holds holds
                && holds.lease().filter(Holder::hasUses).isPresent();
        kept.setText(uses ? KEPT : "");
        kept.setVisible(uses);
    }

    /** What its thread was doing when its agent last took its stack. */
    private Component does(ThreadStack stack) {
        String place = stack.hasEnded() ? "" : StackPlace.of(seen);
        Div does = new Div(text(place.isEmpty() ? "" : "Its thread stands in %s.".formatted(place)));
        does.add(new StackFold(stack, false, open -> {}));
        return does;
    }

    private void showAgent(EvictionViewState look, boolean asking) {
        agent.removeAll();
        agent.add(judged(look.life()));
        boolean offered = asking && look.standing() instanceof Standing.Holds;
        if (offered && look.standing() instanceof Standing.Holds holds) {
            agent.add(promise(look.life(), holds), text(" "));
        }
        undone.setVisible(offered);
        agent.setVisible(!(look.standing() instanceof Standing.Ended));
    }

    private static Component judged(AgentLife life) {
        return switch (life) {
            case AgentLife.Alive alive ->
                new Span(
                        strong("Its agent is alive:"),
                        text(" last word "),
                        Ticking.age(alive.lastWord()),
                        text(" ago. "));
            case AgentLife.Silent silent ->
                new Span(
                        strong("Its agent is silent:"),
                        text(" last word "),
                        Ticking.age(silent.since()),
                        text(" ago. "));
            case AgentLife.Unknown unknown -> new Span(strong("Whether its agent is alive is unknown. "));
        };
    }

    /** Promises nothing about a holder that may be unreachable. */
    private Component promise(AgentLife life, Standing.Holds standing) {
        String time = Formats.duration(quarantine);
        Holder holder = standing.lease().orElse(seen);
        if (life instanceof AgentLife.Alive) {
            String then = standing.queue().isEmpty() ? "is free" : "is handed to the next waiter";
            return text("The holder is notified at once and has %s to stop; then the lock %s.".formatted(time, then));
        }
        String why = life instanceof AgentLife.Silent
                ? "It may be dead, hung, or cut off from MongoDB, and the holder may still run. "
                : "";
        Component expiry = Ticking.left(holder.updatedAt(), holder.expiresAt(), "plain");
        return styled(
                new Span(
                        text(why
                                + "If it learns of the eviction, the holder has %s to stop. If it does not, the lease keeps the lock for at least that long and until it expires, in "
                                        .formatted(time)),
                        expiry,
                        text(".")),
                "promise");
    }

    private void showNext(Standing standing) {
        switch (standing) {
            case Standing.Holds holds -> next.setText(Holders.nextInLine(holds.queue()));
            case Standing.Evicted evicted -> next.setText(Holders.nextInLine(evicted.queue()));
            default -> next.setText("");
        }
        next.setVisible(standing instanceof Standing.Holds || standing instanceof Standing.Evicted);
    }

    private static Component alsoHolds(List<String> held) {
        List<String> names = held.stream().map(Formats::visible).toList();
        Div also = new Div();
        also.setVisible(!names.isEmpty());
        String shown = names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", "));
        String more = names.size() > SHOWN_NAMES
                ? String.format(Locale.ROOT, " and %,d more", names.size() - SHOWN_NAMES)
                : "";
        also.setText("It also holds: %s%s (not affected).".formatted(shown, more));
        return also;
    }

    private static Component strong(String words) {
        return styled(new Span(words), "strong");
    }

    private static Component text(String words) {
        return styled(new Span(Formats.visible(words)), "isolated");
    }
}
