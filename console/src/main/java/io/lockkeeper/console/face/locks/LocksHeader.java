package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.checkbox.Checkbox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ask.locks.ListColumn;
import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.face.sources.SourceMenu;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.export.ExportLinks;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The part above the list: counts, search, and how fresh everything is. */
final class LocksHeader extends Header {

    private static final int SEARCH_DELAY_MILLIS = 120;

    private final Span summary = styled(new Span(), "summary");
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Div notice = styled(new Div(), "notice");
    private final ExportLinks export = new ExportLinks("export/locks");
    private final Span cut = new Span(String.format(
            Locale.ROOT, "Of the free locks, the list has the %,d that became free last", Board.FREE_KEPT));
    private final TextField search;
    private final Checkbox free;
    private final Div tools = styled(new Div(), "tools");
    private final DisplayMenu display;
    private final Button several = styled(new Button("Evict several…"), "several");
    private final Span keys = styled(new Span(), "keys");
    private final SourceMenu sources;
    private final RedrawnPanel<Optional<SourceAbout.Facts>> about =
            styled(new RedrawnPanel<>(SourceAbout::folded), "source-about");

    /**
     * @param columns those that the list shows
     * @param open shows the locks of another source
     */
    LocksHeader(
            Consumer<UnaryOperator<LockQuery>> change,
            Supplier<Set<ListColumn>> columns,
            Runnable evictSeveral,
            Consumer<String> open) {
        sources = SourceMenu.ofOne(open);
        addClassName("page-head");
        cut.addClassName("dim");
        cut.setVisible(false);
        notice.setVisible(false);
        Div title = styled(new Div(new H1("Locks"), sources, summary), "page-title");
        search = search(change);
        free = free(change);
        several.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_ERROR, ButtonVariant.LUMO_SMALL);
        several.addClickListener(click -> evictSeveral.run());
        display = new DisplayMenu(look -> change.accept(query -> query.looking(look)), columns);
        tools.add(display, search, free, several, badge, LinkWords.lost());
        add(title, tools, notice, about);
    }

    /**
     * Why the user cannot evict; empty if the user can.
     *
     * @param together why not several at once
     */
    void refuse(Optional<String> why, Optional<String> together) {
        Components.text(keys, "/ search · j k ↑ ↓ rows · Enter open" + (why.isEmpty() ? " · e evict" : ""));
        several.setEnabled(together.isEmpty());
        several.setTooltipText(together.orElse("Choose among the holders in this list, and evict them together"));
    }

    /** Shows the query in the address. */
    void ask(LockQuery query) {
        if (!search.getValue().strip().equalsIgnoreCase(query.search())) {
            search.setValue(query.search());
        }
        free.setValue(query.free());
        narrow(query);
    }

    /** Shows the query that the list is narrowed to. */
    void narrow(LockQuery query) {
        export.narrow(query.address());
        display.show(query.look());
    }

    Footer footer() {
        return styled(new Footer(keys, cut, export, LinkWords.asOf()), "page-foot");
    }

    /**
     * Shows how many locks and findings there are, as the menu counts them.
     *
     * @param all the sources that the user may see
     */
    void show(BoardSnapshot board, int findings, ShownSource source, List<SourceSummary> all) {
        Components.text(
                summary,
                source.id().isEmpty()
                        ? String.format(
                                Locale.ROOT,
                                "%,d held · %,d waiting · %,d %s",
                                board.held(),
                                board.waiting(),
                                findings,
                                findings == 1 ? "finding" : "findings")
                        : source.counts(board.waiting(), findings));
        sources.show(all, source.id());
        display.tellJobs(source.tellsJobs());
        about.show(source.about());
        badge.setVisible(source.summary().isPresent());
        badge.show(board.freshness());
        cut.setVisible(free.getValue() && board.moreFree());
        Components.text(notice, board.notice());
        notice.setVisible(!board.notice().isEmpty());
    }

    private static TextField search(Consumer<UnaryOperator<LockQuery>> change) {
        TextField search = Components.search("Search name, holder, note, token …", "Search locks", SEARCH_DELAY_MILLIS);
        search.addValueChangeListener(event -> change.accept(query -> query.searching(event.getValue())));
        return search;
    }

    private static Checkbox free(Consumer<UnaryOperator<LockQuery>> change) {
        Checkbox free = new Checkbox("Free locks");
        free.setTooltipText("Also list the 1,000 locks that became free last");
        free.addValueChangeListener(event -> change.accept(query -> query.withFree(event.getValue())));
        return free;
    }
}
