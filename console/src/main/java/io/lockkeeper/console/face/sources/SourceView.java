package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.component.textfield.TextFieldVariant;
import com.vaadin.flow.data.value.ValueChangeMode;
import com.vaadin.flow.router.BeforeEvent;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.HasUrlParameter;
import com.vaadin.flow.router.QueryParameters;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.router.WildcardParameter;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.eviction.EvictionDialogs;
import io.lockkeeper.console.act.eviction.PauseDialogs;
import io.lockkeeper.console.act.eviction.TakeOutDialogs;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.Notice;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.export.ExportLinks;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.remember.holds.LeftOutHolds;
import io.lockkeeper.console.remember.holds.PastHolds;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import io.lockkeeper.console.watch.heartbeat.Live;
import io.lockkeeper.console.watch.source.SourceBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceSummary;
import jakarta.annotation.security.PermitAll;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The locks of one source, live. Of very many it draws the first, and more when asked. */
@KeepsToScope
@Route("source")
@PermitAll
final class SourceView extends Div implements HasUrlParameter<String>, HasDynamicTitle {

    static final String SEARCH = "q";
    private static final String LOCK = "lock";
    private static final String DOCUMENT = "document";
    private static final int SHOWN = 100;

    private final LockScope scope = LockScope.present();
    private final SourceLook look;
    private final EvictionDialogs dialogs;
    private final LeftOutHolds leftOut;
    private final H1 title = new H1();
    private final Span summary = new Span();
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Notice notice = new Notice();
    private final TextField search = new TextField();
    private final RedrawnPanel<SourceAbout.Facts> about = new RedrawnPanel<>(SourceAbout::of);
    private final ForeignCard card;
    private final Table table = new Table("Locks", "foreign-lock", ForeignRow.COLUMNS);
    private final RedrawnPanel<SourceNothing> nothing = new RedrawnPanel<>(SourceNothing::draw);
    private final ShowMoreButton more = new ShowMoreButton(SHOWN, this::draw);
    private final KeyedRows<BsonValue, ForeignLock, ForeignRow> rows;
    private volatile String id = "";
    private volatile String sought = "";
    private volatile String open = "";
    private volatile String document = "";
    private volatile int wanted = SHOWN;
    private final ExportLinks export = new ExportLinks("export/source");
    private String heldMeans = "";
    private Map<String, Kind> kinds = Map.of();
    private SourceLook.@Nullable State drawn;
    private Instant now = Instant.EPOCH;

    SourceView(
            SourceFeeds feeds,
            FindingsFeed findings,
            EvictionDialogs dialogs,
            PauseDialogs pauses,
            TakeOutDialogs takeOuts,
            AuditLog audit,
            PastHolds holds,
            LeftOutHolds leftOut,
            Background background) {
        this.dialogs = dialogs;
        this.leftOut = leftOut;
        card = new ForeignCard(dialogs, new OwnBands(pauses, takeOuts), audit, holds, background, this::closed);
        look = new SourceLook(scope, feeds, findings);
        rows = new KeyedRows<>(
                table.body(),
                ForeignLock::id,
                () -> new ForeignRow(this::address),
                (row, lock) -> row.show(lock, kinds.get(lock.name()), heldMeans, now));
        addClassName("source-page");
        Div entries = new Div(about, card, table, more, nothing);
        entries.addClassName("entries");
        Footer foot = new Footer(export, LinkWords.asOf());
        foot.addClassName("page-foot");
        add(head(), entries, foot);
        Live.follow(this, feeds::subscribe, unused -> looked(), this::show);
    }

    private Header head() {
        summary.addClassName("summary");
        Anchor back = new Anchor("sources", "Sources");
        back.setRouterIgnore(false);
        back.addClassName("back");
        Div name = new Div(back, title, summary);
        name.addClassName("page-title");
        search.setPlaceholder("Search lock or holder …");
        search.setAriaLabel("Search locks");
        search.setClearButtonVisible(true);
        search.setValueChangeMode(ValueChangeMode.LAZY);
        search.addThemeVariants(TextFieldVariant.LUMO_SMALL);
        search.addClassName("search");
        search.addValueChangeListener(change -> seek(change.getValue().strip()));
        Div tools = new Div(search, badge, LinkWords.lost());
        tools.addClassName("tools");
        Header head = new Header(name, tools, notice);
        head.addClassName("page-head");
        return head;
    }

    @Override
    public void setParameter(BeforeEvent event, @WildcardParameter String address) {
        QueryParameters query = event.getLocation().getQueryParameters();
        String asked = LockAddress.nameOf(address);
        if (!asked.equals(id)) {
            more.reset();
        }
        id = asked;
        sought = PageQuery.text(query, SEARCH).strip();
        open = LockAddress.nameOf(PageQuery.text(query, LOCK));
        document = LockAddress.nameOf(PageQuery.text(query, DOCUMENT));
        search.setValue(sought);
        card.open(id, scope.seesSource(id) ? open : "");
        draw();
    }

    @Override
    public String getPageTitle() {
        return "%s · Lockkeeper".formatted(title.getText());
    }

    private void seek(String text) {
        if (!text.equals(sought)) {
            sought = text;
            PageQuery.show(
                    this,
                    PageQuery.by(Map.of(SEARCH, text, LOCK, LockAddress.of(open), DOCUMENT, LockAddress.of(document))));
            more.reset();
            draw();
        }
    }

    private String closed() {
        String page = "source/" + LockAddress.of(id);
        return sought.isEmpty() ? page : page + "?q=" + LockAddress.of(sought);
    }

    /** Of one lock open beside the others. */
    private String address(ForeignLock lock) {
        String named = LockAddress.inSource(id, lock.name());
        String address = kinds.get(lock.name()) == Kind.TWO_DOCUMENTS
                ? "%s&%s=%s".formatted(named, DOCUMENT, LockAddress.of(lock.document()))
                : named;
        return sought.isEmpty() ? address : address + "&q=" + LockAddress.of(sought);
    }

    private SourceLook.Looked looked() {
        return look.at(asked());
    }

    private SourceLook.Question asked() {
        return new SourceLook.Question(id, sought, open, document, wanted);
    }

    private void draw() {
        wanted = more.wanted();
        export.narrow(PageQuery.by(Map.of(SourceFiles.SOURCE, LockAddress.of(id), SEARCH, sought)));
        show(looked());
    }

    private void show(SourceLook.Looked looked) {
        if (!looked.question().equals(asked())) {
            return;
        }
        Components.text(
                title,
                looked.source()
                        .map(it -> Formats.visible(it.source().place().toString()))
                        .orElse("No such source"));
        looked.source().ifPresent(this::show);
        badge.setVisible(looked.source().isPresent());
        nothing.show(SourceNothing.of(looked.source(), looked.all() == 0, sought));
        table.setVisible(looked.all() > 0);
        card.show(looked);
        if (!looked.state().equals(drawn)) {
            drawn = looked.state();
            kinds = looked.kinds();
            more.of(looked.all());
            rows.show(looked.locks());
        }
    }

    private void show(SourceSummary source) {
        now = source.at();
        heldMeans = source.dialect().map(Dialect::heldMeans).orElse("held");
        badge.show(source.freshness());
        Components.text(summary, summary(source.counts(), leftOut.of(id)));
        notice.show(notice(source));
        source.dialect()
                .ifPresent(dialect -> about.show(new SourceAbout.Facts(
                        dialect, dialogs.obstacle(source.source().id()), source.source())));
        setClassName("stale", !source.freshness().isLive() && source.freshness().asOf() != null);
    }

    private static String summary(SourceBoard.Counts counts, long leftOut) {
        String unreadable =
                counts.unreadable() == 0 ? "" : String.format(Locale.ROOT, " · %,d not readable", counts.unreadable());
        String unrecorded =
                leftOut == 0 ? "" : String.format(Locale.ROOT, " · %,d holds left out of the history", leftOut);
        return String.format(
                Locale.ROOT, "%,d held · %,d expired%s%s", counts.held(), counts.expired(), unreadable, unrecorded);
    }

    private static Optional<String> notice(SourceSummary source) {
        if (!source.trouble().isEmpty()) {
            return Optional.of(source.trouble());
        }
        return Optional.of(source.counts().leftOut()).filter(said -> !said.isEmpty());
    }
}
