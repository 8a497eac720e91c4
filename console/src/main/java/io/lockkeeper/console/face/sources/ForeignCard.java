package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.PastEvictions;
import io.lockkeeper.console.act.eviction.EvictionDialogs;
import io.lockkeeper.console.face.sources.SourceLook.Looked;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.holds.HoldList;
import io.lockkeeper.console.remember.holds.LatestHolds;
import io.lockkeeper.console.remember.holds.PastHolds;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.OwnLease;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceSummary;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One lock of a source by itself: all that its document tells, the way to evict its holder, and what was done to it. */
final class ForeignCard extends Section {

    private static final int EVICTIONS = 10;
    private static final int HOLDS = 8;
    /** By then, holds and late writes that a change told of are on record. */
    private static final Duration RECORDED_AFTER = Duration.ofSeconds(3);

    private final EvictionDialogs dialogs;
    private final AuditLog audit;
    private final PastHolds past;
    private final Background background;
    private final Supplier<String> closed;
    private final H2 title = new H2();
    private final Anchor close = new Anchor();
    private final Button evict = new Button("Evict…", click -> evict());
    private final RedrawnPanel<List<Wrong>> wrong = new RedrawnPanel<>(Wrong::draw);
    private final RedrawnPanel<Facts> facts = new RedrawnPanel<>(ForeignCard::draw);
    private final LeaseLines leases = new LeaseLines(this::evict);
    private final OwnBands own;
    private final PastEvictions evictions = new PastEvictions();
    private final HoldList holds = new HoldList();
    private final Paragraph unread = new Paragraph();
    private String source = "";
    private String lock = "";
    private @Nullable Shown shown;
    private @Nullable Instant unreadSince;
    private boolean changedSince;

    /** @param closed the address of the page without it */
    ForeignCard(
            EvictionDialogs dialogs,
            OwnBands own,
            AuditLog audit,
            PastHolds past,
            Background background,
            Supplier<String> closed) {
        this.dialogs = dialogs;
        this.own = own;
        this.audit = audit;
        this.past = past;
        this.background = background;
        this.closed = closed;
        addClassNames("card", "foreign-card");
        title.getElement().setAttribute("dir", "auto");
        close.setText("Close");
        close.getElement().setAttribute("router-link", true);
        evict.addThemeVariants(ButtonVariant.LUMO_ERROR, ButtonVariant.LUMO_SMALL);
        unread.addClassName("fault");
        unread.setVisible(false);
        Div tools = new Div(evict, close);
        tools.addClassName("tools");
        add(new Header(title, tools), wrong, facts, leases, own, evictions, holds, unread);
        setVisible(false);
    }

    /** The acquisition that is on the screen. */
    private record Shown(LockSource source, Dialect dialect, ForeignLock lock) {

        LockId id() {
            return new LockId(source.id(), lock.name());
        }
    }

    /** What happened to it before. */
    private record Past(List<AuditEntry> evictions, LatestHolds holds) {}

    private record Fact(String name, String words) {}

    private record Facts(List<Fact> all) {}

    /** Shows the lock of a name; an empty one shows nothing. */
    void open(String newSource, String name) {
        setVisible(!name.isEmpty());
        close.setHref(closed.get());
        if (!newSource.equals(source) || !name.equals(lock)) {
            source = newSource;
            lock = name;
            shown = null;
            unreadSince = null;
            own.reset();
            Components.text(title, Formats.name(name));
            evictions.show(List.of());
            holds.show(LatestHolds.NONE);
            read();
        }
    }

    /** What was done to it, and who had it; read again after each change. */
    private void read() {
        String of = source;
        String name = lock;
        if (!name.isEmpty()) {
            background.read(() -> past(of, name), found -> show(name, found), why -> unread(name));
        }
    }

    private Past past(String of, String name) {
        return new Past(audit.of(new LockId(of, name), EVICTIONS), past.latest(of, name, HOLDS));
    }

    private void show(String name, Past found) {
        if (name.equals(lock)) {
            unread.setVisible(false);
            evictions.show(found.evictions());
            holds.show(found.holds());
        }
    }

    private void unread(String name) {
        if (name.equals(lock)) {
            unread.setText("MongoDB did not answer what was done to this lock.");
            unread.setVisible(true);
        }
    }

    void show(Looked looked) {
        if (lock.isEmpty() || !looked.question().open().equals(lock)) {
            return;
        }
        Optional<SourceSummary> now = looked.source();
        Optional<ForeignLock> before = Optional.ofNullable(shown).map(Shown::lock);
        shown = now.flatMap(SourceSummary::dialect)
                .flatMap(dialect ->
                        looked.opened().map(it -> new Shown(now.orElseThrow().source(), dialect, it)))
                .orElse(null);
        Instant at = now.map(SourceSummary::at).orElse(Instant.EPOCH);
        readAfterChange(before, at);
        wrong.show(Wrong.of(looked.wrong()));
        facts.show(facts(shown, at));
        own.show(source, shown == null ? null : shown.lock(), at);
        showEvict(shown, at);
    }

    private void readAfterChange(Optional<ForeignLock> before, Instant at) {
        boolean changed = !before.equals(Optional.ofNullable(shown).map(Shown::lock));
        Instant since = unreadSince;
        if (since == null) {
            unreadSince = changed ? at : null;
            changedSince = false;
        } else if (at.isBefore(since.plus(RECORDED_AFTER))) {
            changedSince |= changed;
        } else {
            unreadSince = changed || changedSince ? at : null;
            changedSince = false;
            read();
        }
    }

    private void showEvict(@Nullable Shown now, Instant at) {
        boolean held = now != null && now.lock().isTaken(at);
        Optional<String> refusal = now == null ? Optional.empty() : dialogs.refusal(now.id());
        Optional<ForeignLock> lease = Optional.ofNullable(now).map(Shown::lock).filter(lock -> held);
        leases.show(lease, refusal);
        evict.setVisible(lease.filter(lock -> !LeaseLines.several(lock)).isPresent());
        evict.setEnabled(refusal.isEmpty());
        evict.setTooltipText(refusal.orElse(null));
        evict.setAriaLabel("Evict the holder of " + Formats.visible(lock));
    }

    private void evict() {
        Shown now = shown;
        if (now != null) {
            dialogs.open(now.id(), now.dialect(), now.lock());
        }
    }

    /** One of several. */
    private void evict(Holder lease) {
        Shown now = shown;
        if (now != null) {
            now.lock()
                    .with(OwnLease.of(now.lock().name(), lease))
                    .ifPresent(seen -> dialogs.open(now.id(), now.dialect(), seen));
        }
    }

    private static Facts facts(@Nullable Shown shown, Instant at) {
        if (shown == null) {
            return new Facts(List.of(new Fact("State", "The collection has no document of this lock now.")));
        }
        ForeignLock lock = shown.lock();
        boolean held = lock.isTaken(at);
        if (!lock.damage().isEmpty()) {
            return new Facts(List.of(
                    new Fact("State", ForeignRow.state(lock.state(at), "")),
                    new Fact("Why", Formats.visible(lock.damage())),
                    new Fact("Holder", "unknown: this console cannot read the document")));
        }
        List<Fact> all = new ArrayList<>(common(shown, lock, held, at));
        lock.own()
                .map(own -> OwnWords.facts(own, at))
                .ifPresent(facts -> facts.forEach((name, words) -> all.add(new Fact(name, words))));
        return new Facts(List.copyOf(all));
    }

    private static List<Fact> common(Shown shown, ForeignLock lock, boolean held, Instant at) {
        String unknown = "unknown";
        return List.of(
                new Fact(
                        "State",
                        OwnWords.state(lock, at)
                                .orElseGet(() -> ForeignRow.state(
                                        lock.state(at), shown.dialect().heldMeans()))),
                new Fact("Holder", held ? ForeignRow.holders(lock) : "nobody"),
                new Fact("Since", held ? lock.acquired().map(Formats::exact).orElse(unknown) : "free"),
                new Fact(
                        "Last renewal",
                        lock.heartbeat()
                                .map(Formats::exact)
                                .orElse(
                                        shown.dialect().tellsRenewals()
                                                ? (held ? unknown : "free")
                                                : "the library writes no time of its renewals")),
                new Fact("Ends by itself", held ? ExpiryWords.of(lock, at) : "free"),
                new Fact(
                        "Fencing token",
                        lock.fence().isPresent() ? Long.toString(lock.fence().getAsLong()) : noToken(lock)));
    }

    private static String noToken(ForeignLock lock) {
        return lock.own().isPresent() ? "free" : "the library has none";
    }

    private static List<Component> draw(Facts facts) {
        return facts.all().stream().map(ForeignCard::line).toList();
    }

    private static Component line(Fact fact) {
        Span name = new Span(fact.name());
        name.addClassName("dim");
        Div line = new Div(name, new Span(fact.words()));
        line.addClassName("fact");
        return line;
    }
}
