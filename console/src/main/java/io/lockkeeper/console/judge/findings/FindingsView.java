package io.lockkeeper.console.judge.findings;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.AfterNavigationEvent;
import com.vaadin.flow.router.AfterNavigationObserver;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.QueryParameters;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.act.eviction.EvictionDialogs;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.NavigationCount;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.heartbeat.FindingsCount;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import jakarta.annotation.security.PermitAll;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The page of what is wrong now and needs attention. */
@KeepsToScope
@Route("findings")
@Menu(title = "Findings", order = 3, icon = "vaadin:warning")
@PageTitle("Findings · Lockkeeper")
@PermitAll
final class FindingsView extends Div implements AfterNavigationObserver {

    private static final int SHOWN = 50;

    private final Span summary = new Span();
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Div notice = new Div();
    private final Div nothing = new Div();
    private final Div list = new Div();
    private final Div dismissed = new Div();
    private final H2 dismissedTitle = new H2("Dismissed");
    private final Span updated = new Span();
    private final ShowMoreButton more = new ShowMoreButton(SHOWN, this::redraw);
    private final ShowMoreButton moreDismissed = new ShowMoreButton(SHOWN, this::redraw);
    private final KeyedRows<String, Cause, FindingRow> rows;
    private final KeyedRows<String, Cause, FindingRow> dismissedRows;
    private final String me = OnItService.me();
    private FindingsSnapshot shown = FindingsSnapshot.NONE;
    private @Nullable LockId asked;

    FindingsView(
            FindingsFeed feed,
            BoardPublisher board,
            Dismissals dismissals,
            OnItService onIt,
            Facets facets,
            EvictionDialogs evictions,
            Background background) {
        addClassName("findings-page");
        boolean may = dismissals.isAllowed();
        Supplier<FindingRow> row = () -> new FindingRow(
                facets,
                may,
                me,
                cause -> new DismissDialog(cause, dismissals, background).open(),
                cause -> background.change(() -> takeOrGiveUp(cause, onIt), done -> {}, FindingsView::notTaken),
                lock -> evict(lock, evictions));
        rows = new KeyedRows<>(list, cause -> cause.first().id(), row, this::show);
        dismissedRows = new KeyedRows<>(dismissed, cause -> cause.first().id(), row, this::show);
        summary.addClassName("summary");
        notice.addClassName("notice");
        Div title = new Div(new H1("Findings"), summary);
        title.addClassName("page-title");
        Div tools = new Div(badge, LinkWords.lost());
        tools.addClassName("tools");
        Header head = new Header(title, tools, notice);
        head.addClassName("page-head");
        list.addClassName("findings");
        dismissed.addClassNames("findings", "dismissed");
        nothing.addClassName("message");
        Div entries = new Div(nothing, list, more, dismissedTitle, dismissed, moreDismissed);
        entries.addClassName("entries");
        updated.addClassName("num");
        Footer foot = new Footer(new Span(), updated);
        foot.addClassName("page-foot");
        add(head, entries, foot);
        LockScope scope = LockScope.present();
        show(new Shown(feed.latest(scope), board.snapshot(scope).freshness(), feed.late()));
        LiveBoard.follow(
                this, board, now -> new Shown(feed.latest(now.scope()), now.freshness(), feed.late()), this::show);
    }

    @Override
    public void afterNavigation(AfterNavigationEvent event) {
        QueryParameters address = event.getLocation().getQueryParameters();
        String lock = PageQuery.text(address, "lock");
        asked = lock.isEmpty() ? null : LockAddress.lock(PageQuery.text(address, LockAddress.SOURCE), lock);
        redraw();
    }

    /** The board is handed out at least once a second, also while no finding is judged. */
    private record Shown(FindingsSnapshot findings, Freshness freshness, String late) {}

    private void show(Shown now) {
        badge.show(now.freshness(), now.late());
        if (!now.findings().equals(shown) || shown.asOf() == null) {
            draw(now.findings());
        }
    }

    private static void notTaken(Exception failed) {
        Toasts.say(
                failed instanceof RefusedException
                        ? String.valueOf(failed.getMessage())
                        : "MongoDB did not confirm it. Look again in a moment.");
    }

    private boolean takeOrGiveUp(Cause cause, OnItService onIt) {
        if (cause.first().isOnIt(me)) {
            onIt.giveUp(cause.all());
        } else {
            onIt.take(cause.all());
        }
        return true;
    }

    /** Beside the list of locks, where the rest of what an operator may do is. */
    private static void evict(LockId lock, EvictionDialogs evictions) {
        UI.getCurrent().navigate(LockAddress.page(lock));
        evictions.open(lock);
    }

    private void show(FindingRow row, Cause cause) {
        row.show(cause, shown.asOf() == null ? Instant.EPOCH : shown.asOf());
    }

    private void redraw() {
        draw(shown);
    }

    private void draw(FindingsSnapshot snapshot) {
        shown = snapshot;
        List<Cause> causes = ordered(snapshot.causes());
        Components.text(summary, Severity.counted(snapshot.findings()));
        notice.setVisible(snapshot.asOf() != null && !snapshot.current());
        Components.text(
                notice,
                "The console does not know the present state of the locks. Findings about locks are from the last time"
                        + " that it did.");
        rows.show(causes.subList(0, more.of(causes.size())));
        List<Cause> put = Cause.of(snapshot.dismissed());
        dismissedRows.show(put.subList(0, moreDismissed.of(put.size())));
        dismissedTitle.setVisible(!snapshot.dismissed().isEmpty());
        nothing.setVisible(causes.isEmpty());
        if (causes.isEmpty()) {
            sayNothing(snapshot);
        }
        Components.text(
                updated,
                snapshot.asOf() == null ? "" : "judged " + Times.present().clock(snapshot.asOf()));
    }

    /** Those of the lock that the address names come first. */
    private List<Cause> ordered(List<Cause> causes) {
        LockId lock = asked;
        return lock == null
                ? causes
                : causes.stream()
                        .sorted(Comparator.comparing(
                                cause -> cause.all().stream().noneMatch(it -> it.isOf(lock))))
                        .toList();
    }

    private void sayNothing(FindingsSnapshot snapshot) {
        if (nothing.getChildren().findAny().isEmpty() || snapshot.asOf() != null) {
            nothing.removeAll();
            nothing.add(
                    snapshot.asOf() == null
                            ? new H2("Looking …")
                            : new Div(
                                    new H2("Nothing needs your attention."),
                                    new Paragraph("As far as the console can see, every lock is held and waited for as"
                                            + " usual.")));
        }
    }

    @Configuration
    static class FindingsNavigation {

        @Bean
        NavigationCount findingsEntry(FindingsFeed feed) {
            return new NavigationCount(
                    FindingsView.class,
                    locks -> count(feed.latest(locks.scope()).findings().size(), feed.late()));
        }

        @Bean
        FindingsCount findingsCount(FindingsFeed feed) {
            return scope -> feed.latest(scope).findings().size();
        }

        /** The number stands first: the title of the page begins with it. */
        private static String count(int findings, String late) {
            return late.isEmpty() ? (findings == 0 ? "" : Integer.toString(findings)) : findings + ", " + late;
        }
    }
}
