package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.Location;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostEpisode;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.remember.costs.UsedLock;
import io.lockkeeper.console.remember.history.CountedWaits;
import io.lockkeeper.console.remember.history.LeaseSpan;
import io.lockkeeper.console.remember.history.Party;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of who cost whom. */
final class CostTables {

    private static final int USED = 50;
    private static final int MOST_COUNTED = 50;

    private CostTables() {}

    static Component costs(List<Cost> shown, Costs all, CostAddress asked, Consumer<CostAddress> ask) {
        List<String> columns =
                new ArrayList<>(List.of("Waiting service", "Holding service", "Waited", "Share", "Waits"));
        columns.add(
                switch (asked.group()) {
                    case SERVICE -> "Locks";
                    case LOCK -> "Lock";
                    case PREFIX -> "Prefix";
                });
        columns.add("Longest");
        Table table = table("Who cost whom", "of-costs", columns);
        long whole = Math.max(1, all.millis());
        shown.forEach(cost -> table.add(row(
                name(cost.key().waiter()),
                name(CostWords.holder(cost)),
                waited(cost, () -> ask.accept(asked.of(cost))),
                share((double) cost.millis() / whole),
                number(cost.waits()),
                on(cost, asked.group()),
                episode(cost.longest().getFirst()))));
        return table;
    }

    static List<Component> episodes(Cost cost) {
        Paragraph said = new Paragraph(CostWords.sentence(cost));
        said.addClassName("counted-why");
        Table table = table(
                "Episodes, the longest first",
                "of-episodes",
                List.of("Lock", "Waiter", "Holder", "From", "Until", "Waited"));
        cost.longest()
                .forEach(each -> table.add(row(
                        lock(each.waited().lock()),
                        party(each.waited().waiter()),
                        holder(each.lease()),
                        moment(each.waited().lock(), each.from()),
                        moment(each.waited().lock(), each.until()),
                        text(CostWords.length(each.millis())))));
        return with(List.of(said, table), more(cost.longest().size(), cost.episodes()));
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

    private static List<Component> with(List<Component> parts, List<Component> others) {
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

    private static Table table(String label, String css, List<String> columns) {
        Table table = Table.plain(label, columns);
        table.addClassName(css);
        return table;
    }

    private static NativeTableRow row(Component... cells) {
        NativeTableRow row = Table.row();
        for (Component cell : cells) {
            row.add(Table.cell(cell));
        }
        return row;
    }

    private static Component waited(Cost cost, Runnable open) {
        NativeButton button = new NativeButton(CostWords.length(cost.millis()), click -> open.run());
        button.setClassName("link-button num");
        button.setTitle("Show the episodes");
        return button;
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

    private static Component moment(LockId lock, Instant at) {
        return moment(lock, at, Times.present().seconds(at));
    }

    /** Leads to the moment in the history of the lock. */
    private static Component moment(LockId lock, Instant at, String words) {
        PastAddress then =
                PastAddress.NOW.named(lock.name(), "", "", "").in(lock.source()).at(at.plusSeconds(1));
        Anchor link = new Anchor(new Location("history", then.address()).getPathWithQueryParameters(), words);
        link.setRouterIgnore(false);
        link.addClassName("num");
        link.setTitle("Who held %s at %s".formatted(Formats.name(lock.name()), Formats.exact(at)));
        return link;
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

    private static Component lock(LockId lock) {
        return PastRow.link(lock);
    }

    private static Component name(String name) {
        return new Name(Formats.visible(name));
    }

    private static Component party(Party who) {
        return name(who.name());
    }

    private static Component holder(@Nullable LeaseSpan lease) {
        return lease == null
                ? Components.span("dim", "none recorded")
                : party(Objects.requireNonNullElse(lease.holder(), Party.UNKNOWN));
    }

    private static Span number(long number) {
        return text(String.format(Locale.ROOT, "%,d", number));
    }

    private static Span text(String text) {
        return Components.span("num", text);
    }
}
