package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.BeforeEvent;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.HasUrlParameter;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.router.RouterLink;
import com.vaadin.flow.router.WildcardParameter;
import io.lockkeeper.console.act.audit.PastEvictions;
import io.lockkeeper.console.act.eviction.EvictionDialogs;
import io.lockkeeper.console.act.eviction.PauseBar;
import io.lockkeeper.console.act.eviction.PauseDialogs;
import io.lockkeeper.console.act.eviction.QueueBand;
import io.lockkeeper.console.act.eviction.TakeOutDialogs;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.CopyLink;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.board.ScopedBoard;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import io.lockkeeper.model.Holder;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One lock on a page of its own: the drawer's facts and its whole recorded history. */
@KeepsToScope
@Route("lock")
@PermitAll
final class LockPage extends Div implements HasUrlParameter<String>, HasDynamicTitle {

    private static final int PARTS = 60;

    private final ScopedBoard board;
    private final BoardPublisher publisher;
    private final EvictionDialogs evictions;
    private final OpenLock openLock;
    private final OpenStory story;
    private final FindingsFeed findings;
    private final H1 name = new H1();
    private final Span state = new Span();
    private final Span token = new Span();
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Paragraph sentence = new Paragraph();
    private final RedrawnPanel<List<Kind>> found = new RedrawnPanel<>(FoundLine::of);
    private final RedrawnPanel<List<String>> late = new RedrawnPanel<>(LateLine::of);
    private final RedrawnPanel<Optional<LockState>> nothing = new RedrawnPanel<>(NoLock::because);
    private final HolderBand holders;
    private final QueueBand queue;
    private final Section now;
    private final OtherLocks others = new OtherLocks();
    private final PastEvictions evicted = new PastEvictions();
    private final LockPast past = new LockPast();
    private final EvictFoot foot;
    private final PauseBar pause;
    private final RouterLink list = new RouterLink("Locks", LocksView.class);
    private final Div columns;
    private volatile String open = "";
    private @Nullable LockFacts drawn;

    LockPage(
            BoardPublisher publisher,
            LockReader reader,
            EvictionDialogs evictions,
            PauseDialogs pauses,
            TakeOutDialogs takeOuts,
            AgentLives lives,
            OpenStory story,
            FindingsFeed findings) {
        board = publisher.within(LockScope.present());
        this.publisher = publisher;
        this.evictions = evictions;
        this.story = story;
        this.findings = findings;
        openLock = new OpenLock(board, reader, lives);
        String refusal = evictions.refusal().orElse("");
        queue = new QueueBand(takeOuts);
        holders = new HolderBand(refusal.isEmpty(), this::evict);
        now = new Section(holders, queue);
        foot = new EvictFoot(refusal, this::evict);
        pause = new PauseBar(pauses);
        addClassName("lock-page");
        sentence.addClassName("sentence");
        nothing.addClassNames("message", "nothing");
        columns = new Div(facts(), records());
        columns.addClassName("columns-of-two");
        Div entries = new Div(sentence, found, late, nothing, columns);
        entries.addClassName("entries");
        Footer bottom = new Footer(foot, pause, LinkWords.asOf());
        bottom.addClassName("page-foot");
        add(head(), entries, bottom);
        LiveBoard.follow(this, publisher, this::read, this::show);
    }

    @Override
    public void setParameter(BeforeEvent event, @WildcardParameter String address) {
        open = LockAddress.nameOf(address);
        openLock.forget();
        list.setRoute(LocksView.class, address);
        BoardSnapshot snapshot = publisher.snapshot(board.scope());
        show(look(snapshot, openLock.known(open, snapshot.serverTime()), story.known(open)));
    }

    @Override
    public String getPageTitle() {
        return Formats.visible(open) + " · Lockkeeper";
    }

    private Header head() {
        token.addClassNames("num", "dim");
        Div line = new Div(state, token);
        line.addClassName("line");
        Div title = new Div(new Div(list, name, CopyLink.button()), line);
        title.addClassName("page-title");
        Div tools = new Div(badge, LinkWords.lost());
        tools.addClassName("tools");
        Header head = new Header(title, tools);
        head.addClassName("page-head");
        return head;
    }

    private Div facts() {
        now.addClassNames("card", "now");
        Div facts = new Div(now, others);
        facts.addClassName("column");
        return facts;
    }

    private Div records() {
        Div records = new Div(past, evicted);
        records.addClassName("column");
        return records;
    }

    private record Look(
            BoardSnapshot board,
            LockFacts facts,
            LockStory story,
            String sentence,
            @Nullable Contention contention,
            List<OtherLocks.Other> others) {}

    /** May query MongoDB; the page's lock is not held. */
    private Look read(BoardSnapshot snapshot) {
        String lock = open;
        return look(snapshot, openLock.read(lock, snapshot.serverTime()), story.read(lock, snapshot.serverTime()));
    }

    private Look look(BoardSnapshot snapshot, LockFacts facts, LockStory recorded) {
        return new Look(
                snapshot,
                facts,
                recorded,
                LockSentence.of(facts, recorded.knownUsual(), findings::standingSince, snapshot.serverTime()),
                LockPast.contention(facts, recorded, PARTS, snapshot.serverTime()),
                OtherLocks.of(facts, board));
    }

    private void show(Look look) {
        LockFacts facts = look.facts();
        if (!facts.name().equals(open)) {
            return;
        }
        BoardSnapshot snapshot = look.board();
        badge.show(snapshot.freshness());
        setClassName(
                "stale", !snapshot.freshness().isLive() && snapshot.freshness().asOf() != null);
        if (!facts.equals(drawn)) {
            show(facts);
        }
        boolean gone = facts.state() == LockState.ABSENT && look.story().knownSince() != null;
        columns.setVisible(facts.isThere() || gone);
        Components.text(sentence, look.sentence());
        sentence.setVisible(!look.sentence().isEmpty());
        List<Finding> wrong = findings.latest(board.scope()).of(LockId.first(facts.name()));
        ShownState.of(facts.state(), wrong).drawAtLength(state);
        found.show(FoundLine.kinds(wrong));
        others.show(look.others());
        evicted.show(look.story().evictions());
        late.show(LateLine.sentences(look.story().late(), snapshot.serverTime()));
        past.show(look.story(), look.contention(), snapshot.serverTime());
    }

    private void show(LockFacts facts) {
        if (drawn == null || !drawn.name().equals(facts.name())) {
            holders.reset();
            queue.reset();
            past.reset();
        }
        drawn = facts;
        Components.text(name, Formats.name(facts.name()));
        Components.text(token, facts.token() == 0 ? "" : "last token " + facts.token());
        boolean there = facts.isThere();
        foot.setVisible(there);
        pause.setVisible(there || facts.state() == LockState.ABSENT);
        nothing.show(there ? Optional.empty() : Optional.of(facts.state()));
        now.setVisible(there);
        if (there) {
            holders.show(facts);
            queue.show(LockId.first(facts.name()), facts.queue());
            foot.show(facts);
        }
        pause.show(LockId.first(facts.name()), facts.paused());
    }

    private void evict() {
        board.find(open).ifPresent(evictions::open);
    }

    private void evict(Holder holder) {
        board.find(open).ifPresent(lock -> evictions.open(lock, holder));
    }
}
