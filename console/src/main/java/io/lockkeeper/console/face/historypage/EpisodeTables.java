package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostEpisode;
import io.lockkeeper.console.remember.costs.CostsBefore;
import io.lockkeeper.console.remember.history.LeaseSpan;
import io.lockkeeper.console.remember.history.Party;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a cost is made of: the leases that were waited for, and the episodes. Each leads to its very lease. */
final class EpisodeTables {

    private static final int LEASES = 20;

    private EpisodeTables() {}

    /** @param before what it cost a week before; null if that is not compared */
    static List<Component> of(Cost cost, @Nullable CostsBefore before) {
        String compared = before == null ? "" : " The week before: %s.".formatted(CostWords.before(cost.key(), before));
        Paragraph said = new Paragraph(CostWords.sentence(cost) + compared);
        said.addClassName("counted-why");
        return Stream.<List<Component>>of(
                        List.of(said),
                        leases(cost),
                        List.of(episodes(cost)),
                        CostTables.more(cost.longest().size(), cost.episodes()))
                .flatMap(List::stream)
                .toList();
    }

    /** A lease's episodes, the longest first. */
    private record Guilty(CostEpisode longest, LeaseSpan lease, long millis, int waits) {

        static Guilty of(LeaseSpan lease, List<CostEpisode> episodes) {
            long millis = episodes.stream().mapToLong(CostEpisode::millis).sum();
            return new Guilty(episodes.getFirst(), lease, millis, episodes.size());
        }
    }

    private static List<Component> leases(Cost cost) {
        List<Guilty> guilty = cost.longest().stream()
                .filter(each -> each.lease() != null)
                .collect(Collectors.groupingBy(each -> Objects.requireNonNull(each.lease())))
                .entrySet()
                .stream()
                .map(each -> Guilty.of(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong(Guilty::millis).reversed())
                .toList();
        if (guilty.isEmpty()) {
            return List.of();
        }
        Table table = CostTables.table(
                "Leases that were waited for, the dearest first",
                "of-leases",
                List.of("Lock", "Holder", "Granted", "Ended", "Waited", "Waits"));
        guilty.stream().limit(LEASES).forEach(each -> table.add(row(each)));
        return CostTables.with(List.of(table), CostTables.more(LEASES, guilty.size()));
    }

    private static NativeTableRow row(Guilty each) {
        Times times = Times.present();
        LeaseSpan lease = each.lease;
        return CostTables.row(
                CostTables.lock(lease.lock()),
                holder(each.longest),
                CostTables.text(times.seconds(lease.began())),
                CostTables.text(lease.ended() == null ? "held" : times.seconds(lease.ended())),
                CostTables.text(CostWords.length(each.millis)),
                CostTables.number(each.waits));
    }

    private static Component episodes(Cost cost) {
        Table table = CostTables.table(
                "Episodes, the longest first",
                "of-episodes",
                List.of("Lock", "Waiter", "Holder", "From", "Until", "Waited"));
        cost.longest()
                .forEach(each -> table.add(CostTables.row(
                        CostTables.lock(each.waited().lock()),
                        party(each.waited().waiter()),
                        holder(each),
                        moment(each.waited().lock(), each.from()),
                        moment(each.waited().lock(), each.until()),
                        CostTables.text(CostWords.length(each.millis())))));
        return table;
    }

    private static Component moment(LockId lock, Instant at) {
        return CostTables.moment(lock, at, Times.present().seconds(at));
    }

    private static Component party(Party who) {
        return CostTables.name(who.name());
    }

    /** Leads to the lease: what its holder held of the lock when the part of the wait began for which it accounts. */
    private static Component holder(CostEpisode episode) {
        LeaseSpan lease = episode.lease();
        if (lease == null) {
            return Components.span("dim", "none recorded");
        }
        PastAddress then = PastAddress.of(episode.waited().lock(), lease.holder(), episode.from());
        Anchor link =
                new Anchor(CostTables.address(then), party(Objects.requireNonNullElse(lease.holder(), Party.UNKNOWN)));
        link.setRouterIgnore(false);
        link.addClassName("lease");
        link.setTitle("Show this lease");
        return link;
    }
}
