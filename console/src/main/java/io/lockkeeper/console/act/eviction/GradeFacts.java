package io.lockkeeper.console.act.eviction;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Grade;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The facts about a holder whose lock shows only what its library needs: the meaning of its dialect's grade. */
final class GradeFacts extends Div implements EvictionFacts {

    private final Span heldBy = strong("Held by ");
    private final Div since = styled(new Div(), "dim");
    /** The facts to know before the decision. */
    private final Div decision = styled(new Div(), "decision");

    private final DialectLock seen;
    private @Nullable Instant drawn;

    GradeFacts(Dialect dialect, DialectLock seen, Duration quarantine, Instant now) {
        this.seen = seen;
        addClassName("lease-facts");
        Span grade = strong("%s, grade %s, %s. "
                .formatted(
                        dialect.library(),
                        dialect.grade().text(),
                        dialect.grade().meaning()));
        decision.add(
                new Paragraph(promise(dialect, seen, quarantine, now)), new Paragraph(grade, new Span(risk(dialect))));
        add(new Div(heldBy, new Span(Formats.visible(Holders.words(seen)))), since, decision);
    }

    @Override
    public Component component() {
        return this;
    }

    @Override
    public void show(EvictionViewState look, boolean asking) {
        Instant end = ended(look);
        Components.text(heldBy, look.isTaken() || end != null ? "Was held by " : "Held by ");
        if (since.getComponentCount() == 0 || !Objects.equals(end, drawn)) {
            drawn = end;
            since.removeAll();
            since.add(since(end));
        }
        since.setVisible(!look.isTaken());
        decision.setVisible(!look.isTaken());
    }

    /** When the hold ran out; null while it lasts. */
    private @Nullable Instant ended(EvictionViewState look) {
        DialectLock lock = look.standing() instanceof Standing.Holds holds ? holds.lock() : seen;
        return lock.ranOut(look.now()).orElse(null);
    }

    private List<Component> since(@Nullable Instant end) {
        return seen.acquired()
                .map(at -> List.<Component>of(
                        new Span("since %s, for ".formatted(Times.present().named(at))),
                        end == null ? Ticking.age(at) : Ticking.age(at, end)))
                .orElseGet(() -> List.of(new Span("since when is unknown")));
    }

    /** The sentence about what an eviction does. */
    static String promise(Dialect dialect, DialectLock seen, Duration quarantine, Instant now) {
        if (dialect.quarantines()) {
            Instant until = LeaseEnding.quarantineEnd(seen, now, quarantine);
            return "The document is not deleted but quarantined: no process gets the lock before %s, so that the old holder can notice."
                    .formatted(Times.present().moment(until, now));
        }
        int sharers = seen.acquisition().sharers();
        return sharers > 1
                ? String.format(
                        Locale.ROOT,
                        "The lock is shared by %,d: all of them are evicted at once, and the next request gets it.",
                        sharers)
                : "The lock is released at once, and the next request gets it.";
    }

    /** The risk that the operator has to know before deciding. */
    static String risk(Dialect dialect) {
        return dialect.grade() == Grade.C
                ? dialect.sentence() + " Make sure that it is dead. " + watch(dialect)
                : dialect.sentence();
    }

    private static String watch(Dialect dialect) {
        return dialect.tellsLateReleases()
                ? "Afterwards the console watches the lock for %s and reports a late write of the old process."
                        .formatted(Formats.duration(EvictionFollower.WATCHED))
                : "The console cannot report its late release: it deletes the successor's document, as the successor does itself.";
    }

    private static Span strong(String text) {
        return styled(new Span(text), "strong");
    }
}
