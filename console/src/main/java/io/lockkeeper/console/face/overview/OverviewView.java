package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.html.UnorderedList;
import com.vaadin.flow.router.AfterNavigationEvent;
import com.vaadin.flow.router.AfterNavigationObserver;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.ask.overview.OverviewFacts;
import io.lockkeeper.console.ask.overview.OverviewFacts.Urgent;
import io.lockkeeper.console.ask.overview.Overviews;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import jakarta.annotation.security.PermitAll;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The start page: what needs somebody, what happened lately, and the locks that stand out. */
@KeepsToScope
@Route("")
@Menu(title = "Overview", order = 0, icon = "vaadin:home")
@PageTitle("Overview · Lockkeeper")
@PermitAll
final class OverviewView extends Div implements AfterNavigationObserver {

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final String RANGE = "range";
    private static final String READING = "The locks are being read …";

    private final Span summary = new Span();
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Div notice = new Div();
    private final Paragraph calm = new Paragraph();
    private final Section urgent = new Section();
    private final ListCard places = new ListCard("Sources", "", READING);
    private final ListCard longestHeld = new ListCard("Held longest", "No lock is held.", READING);
    private final ListCard mostWaited = new ListCard("Waited for most", "No waiters.", READING);
    private final ListCard busiest =
            new ListCard("Busiest", "No lock was granted more than once in the last whole minute.", READING);
    private final ListCard silent =
            new ListCard("Silent agents", "No agent has gone silent.", "Not known: the agents could not all be read.");
    private final Component judgedAt = Ticking.age(Instant.EPOCH);
    private final Span judged = new Span(new Span("judged "), judgedAt, new Span(" ago"));
    private final StripsCard strips;
    private final Div lists;
    private final FirstSteps first;
    private final FirstStepsCard firstCard;
    private final Background background;
    private final boolean admin;
    private final boolean seesAll;
    private final boolean hasPrefixes;
    private FirstRun firstRun = FirstRun.UNKNOWN;
    private long lookedAt;
    private @Nullable OverviewFacts drawn;

    /** Whether the console has never seen a lock. */
    private enum FirstRun {
        UNKNOWN,
        YES,
        NO
    }

    OverviewView(
            BoardPublisher board,
            Overviews overviews,
            LastDays days,
            LastLeases leases,
            FirstSteps first,
            Background background,
            AuthenticationContext user) {
        this.first = first;
        this.background = background;
        admin = user.hasRole(Roles.ADMIN);
        firstCard = new FirstStepsCard(first.address(), admin);
        firstCard.setVisible(false);
        addClassName("overview-page");
        LockScope scope = LockScope.present();
        seesAll = scope.seesEveryLock();
        strips = new StripsCard(days, leases, background, scope, this::ask);
        hasPrefixes = !scope.prefixes().isEmpty();
        strips.setVisible(hasPrefixes);
        calm.addClassName("calm");
        urgent.addClassNames("card", "needs");
        lists = lists();
        Div entries = new Div(calm, urgent, firstCard, strips, lists);
        entries.addClassName("entries");
        judged.setVisible(false);
        Footer foot = new Footer(judged, LinkWords.asOf());
        foot.addClassName("page-foot");
        add(head(), entries, foot);
        show(overviews.of(board.snapshot(scope)));
        LiveBoard.follow(this, board, overviews::of, this::show);
    }

    @Override
    public void afterNavigation(AfterNavigationEvent event) {
        strips.choose(OverviewRange.of(PageQuery.text(event.getLocation().getQueryParameters(), RANGE)));
    }

    private void ask(OverviewRange range) {
        strips.choose(range);
        PageQuery.show(this, PageQuery.by(Map.of(RANGE, range.address())));
    }

    private Header head() {
        summary.addClassName("summary");
        notice.addClassName("notice");
        Div title = new Div(new H1("Overview"), summary);
        title.addClassName("page-title");
        Div tools = new Div(badge, LinkWords.lost());
        tools.addClassName("tools");
        Header head = new Header(title, tools, notice);
        head.addClassName("page-head");
        return head;
    }

    private Div lists() {
        Div lists = new Div(places, longestHeld, mostWaited, busiest, silent);
        lists.addClassName("cards");
        return lists;
    }

    private void show(OverviewFacts facts) {
        head(facts);
        calm.setVisible(!facts.calm().isEmpty());
        Components.text(calm, facts.calm());
        Components.css(calm, facts.silent().isEmpty() ? "calm" : "calm less");
        firstSteps(facts);
        needs(facts);
        strips.of(facts.first());
        strips.show(facts.hour());
        places.setVisible(!facts.places().isEmpty());
        places.show(facts.places(), facts.isRead());
        longestHeld.show(facts.leading().longestHeld(), facts.isRead());
        mostWaited.show(facts.leading().mostWaited(), facts.isRead());
        busiest.show(facts.leading().busiest(), facts.isRead());
        silent.show(facts.silent(), facts.agentsKnown());
        showJudged(facts.wrong().judged());
        drawn = facts;
    }

    private void showJudged(@Nullable Instant at) {
        judged.setVisible(at != null);
        if (at != null) {
            Ticking.show(judgedAt, at, null);
        }
    }

    private void head(OverviewFacts facts) {
        boolean live = facts.freshness().isLive();
        badge.show(facts.freshness(), facts.wrong().late());
        Components.text(
                summary,
                facts.isRead()
                        ? String.format(Locale.ROOT, "%,d held · %,d waiting", facts.held(), facts.waiting())
                        : "");
        notice.setVisible(facts.isRead() && !live);
        Components.text(notice, "This is the last known state: the console does not know the present one.");
        setClassName("stale", facts.isRead() && !live);
    }

    /** Shows the first steps until the first lock, in place of empty sections. */
    private void firstSteps(OverviewFacts facts) {
        boolean mayBe = seesAll && facts.isRead() && facts.empty() && firstRun != FirstRun.NO;
        boolean show = mayBe && firstRun == FirstRun.YES;
        firstCard.setVisible(show);
        strips.setVisible(hasPrefixes && !show);
        lists.setVisible(!show);
        long now = System.nanoTime();
        if (mayBe && (firstRun == FirstRun.UNKNOWN ? lookedAt == 0 : now - lookedAt > LOOK_NANOS)) {
            lookedAt = now;
            look();
        }
    }

    private void look() {
        if (firstRun == FirstRun.UNKNOWN) {
            background.read(first::wasEverUsed, this::isFirstRun, failed -> lookedAt = 0);
        } else if (admin) {
            background.read(first::done, firstCard::show, failed -> {});
        }
    }

    private void isFirstRun(boolean wasUsed) {
        firstRun = wasUsed ? FirstRun.NO : FirstRun.YES;
        lookedAt = 0;
        OverviewFacts facts = drawn;
        if (facts != null) {
            firstSteps(facts);
        }
        if (!wasUsed && admin) {
            background.readMuch(() -> true, first::elsewhere, firstCard::show, failed -> firstCard.searchFailed());
        }
    }

    private void needs(OverviewFacts facts) {
        urgent.setVisible(!facts.wrong().findings().isEmpty());
        OverviewFacts before = drawn;
        if (before != null
                && before.wrong().findings().equals(facts.wrong().findings())
                && before.wrong().more() == facts.wrong().more()) {
            return;
        }
        urgent.removeAll();
        facts.wrong().findings().stream()
                .findFirst()
                .ifPresent(worst -> Components.css(urgent, "card needs " + worst.css()));
        UnorderedList list = new UnorderedList();
        facts.wrong().findings().forEach(finding -> list.add(item(finding)));
        Anchor all = new Anchor(
                "findings",
                facts.wrong().more() == 0
                        ? "Show the evidence"
                        : String.format(
                                Locale.ROOT, "Show %,d more", facts.wrong().more()));
        all.getElement().setAttribute("router-link", true);
        all.addClassName("step");
        urgent.add(new H2("Needs attention"), list, all);
    }

    private static ListItem item(Urgent finding) {
        Span severity = new Span(finding.severity());
        severity.setClassName("severity " + finding.css());
        Span title = new Span(finding.title());
        title.addClassName("words");
        Span clock = new Span(new Span("for "), Ticking.age(finding.since()));
        clock.addClassNames("clock", "num");
        Component lock = finding.lock().isEmpty() ? new Span() : ListCard.link(finding.lock(), finding.address());
        Span people = new Span(finding.people());
        people.addClassNames("people", "dim");
        people.setVisible(!finding.people().isEmpty());
        Div where = new Div(lock, people);
        where.addClassName("where");
        return new ListItem(severity, title, where, clock);
    }
}
