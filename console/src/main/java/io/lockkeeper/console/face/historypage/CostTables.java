package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.Location;
import io.lockkeeper.console.face.marks.Bars;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostEpisode;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.remember.costs.CostsBefore;
import io.lockkeeper.console.remember.costs.UsedLock;
import io.lockkeeper.console.remember.history.CountedWaits;
import io.lockkeeper.console.remember.history.TimeSlices;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of who cost whom. */
final class CostTables {

    private static final int USED = 50;
    private static final int MOST_COUNTED = 50;

    private CostTables() {}

    /**
     * Who waited for whom, how long and when: the dearest, and a row for all others.
     *
     * @param before the same a week before; null if that is not compared
     */
    static Component costs(
            List<Cost> shown, Costs all, @Nullable CostsBefore before, CostAddress asked, Consumer<CostAddress> ask) {
        List<String> columns =
                new ArrayList<>(List.of("Waiting service", "Holding service", "Waited", "When", "Waits"));
        columns.add(
                switch (asked.group()) {
                    case SERVICE -> "Locks";
                    case LOCK -> "Lock";
                    case PREFIX -> "Prefix";
                });
        columns.add("Longest");
        Table table = table("Who cost whom", "of-costs", columns);
        TimeSlices slices = all.slices();
        Optional<Cost> rest = all.rest(shown.size());
        double most = Stream.concat(shown.stream(), rest.stream())
                .mapToLong(cost -> cost.spread().millis(cost.spread().dearest()))
                .max()
                .orElse(0);
        shown.forEach(cost -> table.add(row(
                name(cost.key().waiter()),
                name(CostWords.holder(cost)),
                waited(cost, before, () -> ask.accept(asked.of(cost))),
                when(cost, slices, most),
                number(cost.waits()),
                on(cost, asked.group()),
                episode(cost.longest().getFirst()))));
        rest.ifPresent(cost -> table.add(row(
                text(String.format(Locale.ROOT, "%,d others", all.all().size() - shown.size())),
                text("–"),
                text(CostWords.length(cost.millis())),
                when(cost, slices, most),
                number(cost.waits()),
                text("–"),
                text("–"))));
        return table;
    }

    private static Component when(Cost cost, TimeSlices slices, double most) {
        Bars bars = new Bars();
        bars.show(
                IntStream.range(0, slices.count())
                        .mapToObj(i -> new Bars.Value(
                                cost.spread().millis(i), slices.known().get(i), ""))
                        .toList(),
                most,
                CostWords.bars(cost, slices));
        bars.setTitle(CostWords.bars(cost, slices));
        return bars;
    }

    /** The waits that were only counted, without their causes. */
    static List<Component> counted(Costs costs) {
        if (costs.counted().isEmpty()) {
            return List.of();
        }
        Paragraph why = new Paragraph("These locks changed too often to record each lease. Their further waits were"
                + " only counted: who waited, and for whom, is not known.");
        why.addClassName("counted-why");
        Table table = table("Waits that were counted", "of-use", List.of("Lock", "Waited", "Waits", "Gave up"));
        for (CountedWaits each : costs.counted().stream().limit(MOST_COUNTED).toList()) {
            table.add(row(
                    lock(LockId.first(each.lock())),
                    text(CostWords.length(each.millis())),
                    number(each.waits()),
                    number(each.gaveUp())));
        }
        return with(
                List.of(new H2("Not known by whom"), why, table),
                more(MOST_COUNTED, costs.counted().size()));
    }

    static List<Component> use(Costs costs) {
        if (!costs.question().scope().seesNames()) {
            return List.of();
        }
        if (costs.use() == null) {
            return List.of(
                    new H2("How much the locks were in use"),
                    new Paragraph("MongoDB could not add that up within 10 s. Choose a shorter time or name a lock."));
        }
        if (costs.use().isEmpty()) {
            return List.of();
        }
        Table table = table("How much the locks were in use", "of-use", List.of("Lock", "In use", "Share", "Leases"));
        costs.use().stream()
                .limit(USED)
                .forEach(each -> table.add(row(
                        lock(LockId.first(each.lock())),
                        used(each),
                        share(each.share().orElse(0)),
                        number(each.leases()))));
        Paragraph how = new Paragraph(
                "Of the time that is recorded. Of a semaphore: of all its permits; of a read-write lock, writers only count."
                        + " Leases that were only counted are left out; kept leases are in use between uses, too.");
        how.addClassName("counted-why");
        return with(
                List.of(new H2("How much the locks were in use"), how, table),
                more(USED, costs.use().size()));
    }

    private static Component used(UsedLock lock) {
        return text(
                lock.share().isPresent()
                        ? percent(lock.share().getAsDouble())
                        : CostWords.length(lock.millis()) + " of permits");
    }

    static List<Component> with(List<Component> parts, List<Component> others) {
        return Stream.concat(parts.stream(), others.stream()).toList();
    }

    /** The note that a table shows only the first; empty if it shows all. */
    static List<Component> more(int shown, int all) {
        if (all <= shown) {
            return List.of();
        }
        Paragraph more = new Paragraph(String.format(Locale.ROOT, "These are the first %,d of %,d.", shown, all));
        more.addClassName("counted-why");
        return List.of(more);
    }

    static Table table(String label, String css, List<String> columns) {
        Table table = Table.plain(label, columns);
        table.addClassName(css);
        return table;
    }

    static NativeTableRow row(Component... cells) {
        NativeTableRow row = Table.row();
        for (Component cell : cells) {
            row.add(Table.cell(cell));
        }
        return row;
    }

    private static Component waited(Cost cost, @Nullable CostsBefore before, Runnable open) {
        NativeButton button = new NativeButton(CostWords.length(cost.millis()), click -> open.run());
        button.setClassName("link-button num");
        button.setTitle("Show the leases that were waited for");
        return before == null
                ? button
                : PastRow.pair(
                        button, Components.span("dim num", "the week before " + CostWords.before(cost.key(), before)));
    }

    private static Component on(Cost cost, CostGroup group) {
        return switch (group) {
            case SERVICE ->
                cost.locks() == 1 ? lock(cost.longest().getFirst().waited().lock()) : number(cost.locks());
            case LOCK -> lock(new LockId(cost.key().source(), cost.key().on()));
            case PREFIX -> name(cost.key().on().isEmpty() ? "none" : cost.key().on());
        };
    }

    private static Component episode(CostEpisode longest) {
        return moment(longest.waited().lock(), longest.from(), CostWords.length(longest.millis()));
    }

    /** Leads to the moment in the history of the lock. */
    static Component moment(LockId lock, Instant at, String words) {
        Anchor link = new Anchor(address(PastAddress.of(lock, null, at)), words);
        link.setRouterIgnore(false);
        link.addClassName("num");
        link.setTitle("Who held %s at %s".formatted(Formats.name(lock.name()), Formats.exact(at)));
        return link;
    }

    static String address(PastAddress then) {
        return new Location("history", then.address()).getPathWithQueryParameters();
    }

    private static Component share(double part) {
        Span filled = new Span();
        filled.getStyle().setWidth(String.format(Locale.ROOT, "%.1f%%", Math.min(1, part) * 100));
        Span bar = new Span(filled);
        bar.addClassName("share");
        bar.setTitle(percent(part));
        return bar;
    }

    static String percent(double part) {
        return String.format(Locale.ROOT, part < 0.1 ? "%.1f %%" : "%.0f %%", part * 100);
    }

    static Component lock(LockId lock) {
        return PastRow.link(lock);
    }

    static Component name(String name) {
        return new Name(Formats.visible(name));
    }

    static Span number(long number) {
        return text(String.format(Locale.ROOT, "%,d", number));
    }

    static Span text(String text) {
        return Components.span("num", text);
    }
}
