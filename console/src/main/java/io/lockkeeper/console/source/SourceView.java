package io.lockkeeper.console.source;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.component.textfield.TextFieldVariant;
import com.vaadin.flow.data.value.ValueChangeMode;
import com.vaadin.flow.router.BeforeEvent;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.HasUrlParameter;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.router.WildcardParameter;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.page.LinkWords;
import io.lockkeeper.console.page.Live;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.FreshnessBadge;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.shell.More;
import io.lockkeeper.console.shell.Narrowed;
import io.lockkeeper.console.shell.Notice;
import io.lockkeeper.console.shell.Part;
import io.lockkeeper.console.shell.Rows;
import io.lockkeeper.console.shell.Table;
import io.lockkeeper.console.shell.Words;
import jakarta.annotation.security.PermitAll;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonValue;

/** The locks of one source, live. Of very many it draws the first, and more when asked. */
@Route("source")
@PermitAll
final class SourceView extends Div implements HasUrlParameter<String>, HasDynamicTitle {

    private static final String SEARCH = "q";
    private static final int SHOWN = 100;
    private static final List<String> COLUMNS = List.of("State", "Lock", "Holder", "Held for", "Ends by itself");

    private final SourceFeeds feeds;
    private final H1 title = new H1();
    private final Span summary = new Span();
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Notice notice = new Notice();
    private final TextField search = new TextField();
    private final Part<Dialect> about = new Part<>(SourceAbout::of);
    private final Table table = new Table("Locks", "foreign-lock", COLUMNS);
    private final Part<Nothing> nothing = new Part<>(Nothing::draw);
    private final More more = new More(SHOWN, this::draw);
    private final Rows<BsonValue, ForeignLock, ForeignRow> rows;
    private volatile String id = "";
    private volatile String sought = "";
    private String heldMeans = "";
    private Instant now = Instant.EPOCH;

    SourceView(SourceFeeds feeds) {
        this.feeds = feeds;
        rows = new Rows<>(
                table.body(), ForeignLock::id, ForeignRow::new, (row, lock) -> row.show(lock, heldMeans, now));
        addClassName("source-page");
        Div entries = new Div(about, table, more, nothing);
        entries.addClassName("entries");
        add(head(), entries);
        Live.follow(this, feeds::subscribe, unused -> look(), this::show);
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
        id = LockAddress.nameOf(address);
        sought = Narrowed.text(event.getLocation().getQueryParameters(), SEARCH).strip();
        search.setValue(sought);
        more.reset();
        draw();
    }

    @Override
    public String getPageTitle() {
        return "%s · Lockkeeper".formatted(title.getText());
    }

    private void seek(String text) {
        if (!text.equals(sought)) {
            sought = text;
            Narrowed.show(this, Narrowed.by(Map.of(SEARCH, text)));
            more.reset();
            draw();
        }
    }

    /** What is known, and of its locks those that are looked for. */
    private record Looked(String id, String sought, Optional<SourceSummary> source, List<ForeignLock> locks) {}

    private Looked look() {
        String of = id;
        String text = sought;
        Optional<SourceSummary> source = feeds.find(of).map(each -> SourceSummary.of(each, feeds.now()));
        List<ForeignLock> all = source.map(it -> it.locks().all()).orElse(List.of());
        return new Looked(of, text, source, text.isEmpty() ? all : matching(all, text.toLowerCase(Locale.ROOT)));
    }

    private static List<ForeignLock> matching(List<ForeignLock> all, String text) {
        return all.stream()
                .filter(lock -> Stream.concat(Stream.of(lock.name()), lock.holders().stream())
                        .anyMatch(each -> each.toLowerCase(Locale.ROOT).contains(text)))
                .toList();
    }

    private void draw() {
        show(look());
    }

    private void show(Looked looked) {
        if (!looked.id().equals(id) || !looked.sought().equals(sought)) {
            return;
        }
        Draw.text(
                title,
                looked.source()
                        .map(it -> Words.visible(it.source().namespace().getFullName()))
                        .orElse("No such source"));
        looked.source().ifPresent(this::show);
        badge.setVisible(looked.source().isPresent());
        rows.show(looked.locks().subList(0, more.of(looked.locks().size())));
        table.setVisible(!looked.locks().isEmpty());
        nothing.show(Nothing.of(looked.source(), looked.locks().isEmpty(), sought));
    }

    private void show(SourceSummary source) {
        now = source.locks().at();
        heldMeans = source.dialect().map(Dialect::heldMeans).orElse("held");
        badge.show(source.freshness());
        Draw.text(summary, "%,d held · %,d expired".formatted(source.held(), source.expired()));
        notice.show(notice(source));
        source.dialect().ifPresent(about::show);
        setClassName("stale", !source.freshness().isLive() && source.freshness().asOf() != null);
    }

    private static Optional<String> notice(SourceSummary source) {
        if (!source.trouble().isEmpty()) {
            return Optional.of(source.trouble());
        }
        return source.locks().full()
                ? Optional.of("There are more than %,d locks: the others are not shown.".formatted(SourceBoard.MOST))
                : Optional.empty();
    }

    /** What stands in place of the list while there is nothing in it, and why; empty while there is something. */
    private record Nothing(String what, String next) {

        static Nothing of(Optional<SourceSummary> source, boolean empty, String sought) {
            if (!empty) {
                return new Nothing("", "");
            }
            if (source.isEmpty()) {
                return new Nothing("No such source.", "It was removed, or the address is wrong.");
            }
            if (source.get().dialect().isEmpty()) {
                return new Nothing(
                        "Its dialect is missing.",
                        "The file “%s.yaml” is not in the directory of dialects any more."
                                .formatted(source.get().source().dialect()));
            }
            if (source.get().freshness().asOf() == null) {
                return new Nothing("Reading the collection …", "");
            }
            return sought.isEmpty()
                    ? new Nothing("No lock is held.", "Locks appear here the moment the library takes one.")
                    : new Nothing("No lock matches.", "The search looks at locks and holders.");
        }

        static List<Component> draw(Nothing said) {
            if (said.what().isEmpty()) {
                return List.of();
            }
            Div message = new Div(new H2(said.what()), new Paragraph(said.next()));
            message.addClassName("message");
            return List.of(message);
        }
    }
}
