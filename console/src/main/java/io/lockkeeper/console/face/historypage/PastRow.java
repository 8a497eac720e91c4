package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.LeaseWords;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.WaitRecord;
import io.lockkeeper.console.remember.history.WaitThen;
import io.lockkeeper.model.Eviction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lease of the past as a row: who, since when, for how long, how it ended, and who waited; what its source does not record is shown as
 * unknown. Updated in place.
 */
final class PastRow extends NativeTableRow {

    private static final int NAMED = 3;

    private @Nullable PastEntry drawn;

    PastRow() {
        addClassName("past");
        getElement().setAttribute("role", "row");
    }

    static List<String> columns() {
        return List.of("Lock", "Holder", Times.present().titled("Granted"), "Held", "How it ended", "Waiting");
    }

    void show(PastEntry entry) {
        if (!entry.equals(drawn)) {
            drawn = entry;
            removeAll();
            cells(entry).forEach(cell -> add(Table.cell(cell)));
            Table.label(this, columns());
        }
    }

    private static List<Component> cells(PastEntry entry) {
        return switch (entry) {
            case PastEntry.OfLease of -> cells(of);
            case PastEntry.OfWait of -> WaitCells.of(of.ended());
        };
    }

    private static List<Component> cells(PastEntry.OfLease of) {
        LeaseRecord lease = of.lease();
        return List.of(
                lock(lease),
                holder(lease),
                granted(lease),
                held(of),
                ended(lease),
                of.ofMoment() ? waiting(of) : waited(lease));
    }

    private static Component lock(LeaseRecord lease) {
        OptionalLong token = lease.token();
        String detail = Stream.of(lease.lock().collection(), token.isPresent() ? "token " + token.getAsLong() : "")
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining(" · "));
        return pair(link(lease.lock()), Components.span("num dim", detail));
    }

    static Component link(LockId lock) {
        return Name.link(LockAddress.whole(lock), lock.name());
    }

    private static Component holder(LeaseRecord lease) {
        Party who = lease.holder();
        if (who != null) {
            return party(who);
        }
        String why = lease.isOnlyItsToken() ? "Only its token was seen." : Formats.UNTOLD;
        return lease.who()
                .map(words -> pair(new Name(Formats.visible(words))))
                .orElseGet(() -> pair(Components.span("", "unknown"), Components.span("dim", why)));
    }

    static Component party(Party who) {
        String detail = Stream.of(who.note(), who.thread(), "pid " + who.pid(), who.host())
                .filter(it -> !it.isBlank())
                .collect(Collectors.joining(" · "));
        return pair(new Name(Formats.visible(who.name())), new Name(Formats.visible(detail), "dim"));
    }

    private static Component granted(LeaseRecord lease) {
        Span at = Components.span("num", Times.present().seconds(lease.began()));
        at.setTitle(Formats.exact(lease.began()));
        return at;
    }

    /** The time held; for a moment, until then and in total. */
    private static Component held(PastEntry.OfLease facts) {
        LeaseRecord lease = facts.lease();
        Span uses = Components.span("num dim", LeaseWords.uses(lease));
        if (!facts.ofMoment()) {
            Span held = Components.span("num", LeaseWords.held(lease));
            return lease.isKept() ? pair(held, uses) : held;
        }
        Component then = age(lease.began(), facts.moment());
        if (lease.isKept()) {
            return pair(then, uses);
        }
        Optional<String> whole = lease.held().map(Formats::lasted);
        return whole.isEmpty() ? then : pair(then, Components.span("num dim", "of " + whole.get()));
    }

    static Component age(Instant since, @Nullable Instant moment) {
        return moment == null
                ? Ticking.age(since)
                : Components.span("num", Formats.lasted(Duration.between(since, moment)));
    }

    private static Component ended(LeaseRecord lease) {
        Span how = Components.span(
                "", lease.ending() == null ? "held" : lease.ending().words());
        how.setClassName(
                "ending " + (lease.ending() == null ? "held" : lease.ending().css()));
        List<Component> lines = new ArrayList<>(List.of(how));
        Instant end = lease.endedAt();
        if (end != null) {
            lines.add(Components.span("dim num", Times.present().seconds(end)));
        } else if (lease.isOnlyItsToken()) {
            lines.add(Components.span("dim", "its end is not recorded"));
        }
        Eviction evicted = lease.evicted();
        if (evicted != null) {
            lines.add(Components.span("dim", "by %s: %s".formatted(evicted.by(), evicted.reason())));
        }
        return pair(lines.toArray(Component[]::new));
    }

    private static Component waiting(PastEntry.OfLease facts) {
        List<WaitThen> waiting = facts.waiting();
        if (waiting == null) {
            return unknown();
        }
        if (waiting.isEmpty()) {
            return Components.span("dim", "no one");
        }
        Instant first = waiting.stream()
                .map(WaitThen::since)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        String names =
                waiting.stream().map(WaitThen::who).distinct().limit(NAMED).collect(Collectors.joining(", "));
        Span count = Components.span("num", String.format(Locale.ROOT, "%,d, the first for ", waiting.size()));
        count.add(age(first, facts.moment()));
        return pair(count, Components.span("dim", names));
    }

    private static Component unknown() {
        Span unknown = Components.span("dim", "unknown");
        unknown.setTitle("Who waits for this lock is not recorded.");
        return unknown;
    }

    private static Component waited(LeaseRecord lease) {
        if (!lease.tellsWaits()) {
            return unknown();
        }
        String waited = lease.waited()
                .filter(Duration::isPositive)
                .map(it -> "waited " + Formats.lasted(it))
                .orElse("");
        String behind = lease.waiters() == null ? "" : String.format(Locale.ROOT, "%,d behind it", lease.waiters());
        return pair(Stream.of(waited, behind)
                .filter(it -> !it.isEmpty())
                .map(it -> Components.span("num", it))
                .toArray(Component[]::new));
    }

    static Div pair(Component... lines) {
        Div pair = new Div(lines);
        pair.addClassName("pair");
        return pair;
    }

    /** The cells of a row about a waiter whom an operator took out of the queue. */
    private static final class WaitCells {

        private WaitCells() {}

        static List<Component> of(WaitRecord wait) {
            return List.of(
                    lock(wait.lockId()),
                    PastRow.party(wait.waiter()),
                    Components.span("dim", "not granted"),
                    Components.span("dim", "–"),
                    ended(wait),
                    Components.span("num", "waited " + Formats.lasted(Duration.ofMillis(wait.waitedMillis()))));
        }

        private static Component lock(LockId lock) {
            Component link = PastRow.link(lock);
            return lock.isFirst()
                    ? PastRow.pair(link)
                    : PastRow.pair(link, Components.span("num dim", lock.collection()));
        }

        private static Component ended(WaitRecord wait) {
            List<Component> lines = new ArrayList<>(List.of(
                    Components.span("ending evicted", "taken out"),
                    Components.span("dim num", Times.present().seconds(wait.endedAt()))));
            if (wait.takenOut() != null) {
                lines.add(Components.span(
                        "dim",
                        "by %s: %s"
                                .formatted(wait.takenOut().by(), wait.takenOut().reason())));
            }
            return PastRow.pair(lines.toArray(Component[]::new));
        }
    }
}
