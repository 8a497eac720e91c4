package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.BeforeEvent;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.HasUrlParameter;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.router.WildcardParameter;
import io.lockkeeper.console.act.audit.PastEvictions;
import io.lockkeeper.console.act.eviction.LockDialogs;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockStory;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.CopyLink;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.facet.FacetCard;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.ScopedBoard;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One lock of any source on a page of its own: the drawer's facts and its whole recorded history. */
@KeepsToScope
@Route("lock")
@PermitAll
final class LockPage extends Div implements HasUrlParameter<String>, HasDynamicTitle {

    private static final int PARTS = 60;

    private final Boards boards;
    private final OpenLock openLock;
    private final FindingsFeed findings;
    private final H1 name = new H1();
    private final Span state = new Span();
    private final Span aside = styled(new Span(), "num", "dim");
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Paragraph sentence = new Paragraph();
    private final RedrawnPanel<FoundLine> found = new RedrawnPanel<>(FoundLine::draw);
    private final RedrawnPanel<List<String>> late = new RedrawnPanel<>(LateLine::of);
    private final RedrawnPanel<Optional<NoLock>> nothing =
            styled(new RedrawnPanel<>(NoLock::because), "message", "nothing");
    private final LockNow lock;
    private final Section now = styled(new Section(), "card", "now");
    private final List<FacetCard<?>> known;
    private final OtherLocks others = new OtherLocks();
    private final PastEvictions evicted = new PastEvictions();
    private final LockPast past = new LockPast();
    private final Anchor list = new Anchor();
    private final Div columns;
    private volatile ScopedBoard board;
    private volatile String open = "";

    LockPage(Boards boards, OpenLock openLock, LockDialogs dialogs, Facets facets, FindingsFeed findings) {
        this.boards = boards;
        board = boards.of(LockScope.present(), "");
        this.findings = findings;
        this.openLock = openLock;
        lock = new LockNow(dialogs, facets, () -> board);
        H2 title = new H2("Now");
        title.addClassName("unseen"); // the card shows it by itself; a screen reader goes from heading to heading
        now.add(title);
        now.add(lock.bands());
        known = facets.readCards();
        known.forEach(card -> card.addClassNames("band", "card"));
        addClassName("lock-page");
        sentence.addClassName("sentence");
        columns = new Div(facts(), records());
        columns.addClassName("columns-of-two");
        Div entries = styled(new Div(sentence, found, late, nothing, columns), "entries");
        Footer bottom = new Footer();
        bottom.add(lock.actions());
        bottom.add(LinkWords.asOf());
        bottom.addClassName("page-foot");
        add(head(), entries, bottom);
        boards.follow(this, () -> board, this::read, this::show);
    }

    @Override
    public void setParameter(BeforeEvent event, @WildcardParameter String address) {
        String source =
                LockAddress.nameOf(PageQuery.text(event.getLocation().getQueryParameters(), LockAddress.SOURCE));
        board = boards.of(board.scope(), source);
        open = LockAddress.nameOf(address);
        openLock.forget();
        list.setHref(LockAddress.page(board.lock(open)));
        list.setText(source.isEmpty() ? "Locks" : board.lock(open).collection());
        BoardSnapshot snapshot = board.snapshot();
        show(look(snapshot, openLock.known(board, open, snapshot.serverTime())));
    }

    @Override
    public String getPageTitle() {
        return Formats.visible(open) + " · Lockkeeper";
    }

    private Header head() {
        list.setRouterIgnore(false);
        Div line = styled(new Div(state, aside), "line");
        Div title = styled(new Div(new Div(list, name, CopyLink.button()), line), "page-title");
        return styled(new Header(title, styled(new Div(badge, LinkWords.lost()), "tools")), "page-head");
    }

    private Div facts() {
        Div facts = new Div(now);
        known.forEach(facts::add);
        facts.add(others);
        facts.addClassName("column");
        return facts;
    }

    private Div records() {
        return styled(new Div(past, evicted), "column");
    }

    private record Look(
            BoardSnapshot board,
            OpenLock.Shown lock,
            @Nullable Contention contention,
            List<OtherLocks.Other> others) {}

    /** May query MongoDB; the page's lock is not held. */
    private Look read(BoardSnapshot snapshot) {
        return look(snapshot, openLock.read(board, open, snapshot.serverTime()));
    }

    private Look look(BoardSnapshot snapshot, OpenLock.Shown shown) {
        return new Look(
                snapshot,
                shown,
                LockPast.contention(shown.facts(), shown.story(), PARTS, snapshot.serverTime()),
                OtherLocks.of(shown.facts(), board));
    }

    private void show(Look look) {
        LockFacts facts = look.lock().facts();
        LockStory story = look.lock().story();
        String said = look.lock().sentence();
        if (!facts.id().equals(board.lock(open))) {
            return;
        }
        BoardSnapshot snapshot = look.board();
        badge.show(snapshot.freshness());
        setClassName(
                "stale", !snapshot.freshness().isLive() && snapshot.freshness().asOf() != null);
        if (lock.isAnother(facts)) {
            past.reset();
        }
        Components.text(name, Formats.name(facts.name()));
        Components.text(aside, facts.aside());
        nothing.show(NoLock.of(facts, story));
        now.setVisible(facts.isThere());
        lock.show(facts, snapshot.serverTime());
        columns.setVisible(story.isShownBeside(facts));
        Components.text(sentence, said);
        sentence.setVisible(!said.isEmpty());
        List<Finding> wrong = findings.latest(board.scope()).of(facts.id());
        ShownState.of(facts, wrong, story).drawAtLength(state);
        found.show(FoundLine.of(facts, wrong));
        known.forEach(card -> card.show(story.known()));
        others.show(look.others());
        evicted.show(story.evictions());
        late.show(LateLine.sentences(story.late(), snapshot.serverTime()));
        past.show(story, look.contention(), snapshot.serverTime());
    }
}
