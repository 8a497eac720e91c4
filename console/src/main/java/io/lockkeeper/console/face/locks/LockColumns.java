package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.grid.ColumnTextAlign;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.data.renderer.LitRenderer;
import com.vaadin.flow.data.renderer.Renderer;
import com.vaadin.flow.function.ValueProvider;
import io.lockkeeper.console.ask.locks.ListColumn;
import io.lockkeeper.console.ask.locks.ListLook;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.watch.board.LockState;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The columns of the list, and which of them fit. */
final class LockColumns {

    /** Room for "44 min 12 s" and "365 d 04 h": this is never cut. */
    private static final String HELD_WIDTH = "112px";
    /** Room for "renewal late" with its sign, in any letter size of the browser: a state is never cut. */
    private static final String STATE_WIDTH = "8.75rem";

    /** Room for "failed 365 d 04 h ago". */
    private static final String JOB_WIDTH = "170px";

    /** Room for the longer words that some dialects have for "held". */
    private static final String LONG_STATE_WIDTH = "11.5rem";

    /** The least for a name: {@code names.js} gives it what it needs, up to two fifths of the list. */
    private static final String NAME_WIDTH = "150px";

    private final Grid<LockRow> grid;
    private ListLook look = ListLook.USUAL;
    private ListWidth room = ListWidth.WIDEST;
    private boolean jobs;

    LockColumns(Grid<LockRow> grid) {
        this.grid = grid;
        column(ListColumn.NAME, name()).setFlexGrow(1).setWidth(NAME_WIDTH);
        column(ListColumn.STATE, state()).setWidth(STATE_WIDTH);
        column(ListColumn.HOLDER, holder()).setFlexGrow(1).setWidth("200px");
        ListColumn.PLAIN.forEach(each -> column(each, text(each)).setWidth("150px"));
        column(ListColumn.HELD, held()).setWidth(HELD_WIDTH).setTextAlign(ColumnTextAlign.END);
        column(ListColumn.GRANTED, dim("granted", LockRow::granted, LockRow::sinceExactly))
                .setWidth("190px");
        column(ListColumn.LEFT, left()).setTextAlign(ColumnTextAlign.END);
        column(
                        ListColumn.WAITERS,
                        LitRenderer.<LockRow>of("<span class=\"num ${item.plain}\">${item.waits}</span>")
                                .withProperty("plain", row -> row.told().waits().isEmpty() ? "" : "dim")
                                .withProperty("waits", LockRow::shownWaiters))
                .setTextAlign(ColumnTextAlign.END);
        column(
                        ListColumn.TOKEN,
                        LitRenderer.<LockRow>of("<span class=\"num dim\">${item.token}</span>")
                                .withProperty("token", LockRow::shownToken))
                .setWidth("174px")
                .setTextAlign(ColumnTextAlign.END);
        column(ListColumn.JOB, job()).setWidth(JOB_WIDTH);
        grid.getColumns().forEach(column -> {
            column.setResizable(true);
            column.getElement().setAttribute("data-column", column.getKey());
        });
    }

    /** Makes room for what "held" means. */
    void means(String held) {
        grid.getColumnByKey(ListColumn.STATE.name())
                .setWidth(held.length() > LockState.RENEWAL_LATE.words().length() ? LONG_STATE_WIDTH : STATE_WIDTH);
    }

    /** Shows the column of jobs only while the listed documents show jobs. */
    void tellJobs(boolean told) {
        jobs = told;
    }

    /** Shows the columns that were chosen, or else those that fit. */
    void fit(ListWidth list) {
        room = list;
        draw();
    }

    void look(ListLook wanted) {
        look = wanted;
        draw();
    }

    Set<ListColumn> shown() {
        EnumSet<ListColumn> shown = EnumSet.copyOf(ListColumn.OPTIONAL);
        shown.removeIf(column -> !isShown(column));
        return shown;
    }

    /**
     * On a phone, a lock takes two lines: columns that do not fit there stay hidden, even if chosen. So does that of jobs where there are
     * none: a choice stands in the address, and goes along to other sources.
     */
    private boolean isShown(ListColumn column) {
        if (look.columns().isEmpty()) {
            return room.shows(column, jobs);
        }
        return look.columns().contains(column)
                && (room != ListWidth.NARROW || room.shows(column, jobs))
                && (column != ListColumn.JOB || jobs);
    }

    private void draw() {
        for (ListColumn column : ListColumn.OPTIONAL) {
            grid.getColumnByKey(column.name()).setVisible(isShown(column));
        }
        grid.getColumnByKey(ListColumn.NAME.name())
                .setWidth(room == ListWidth.NARROW ? "100px" : NAME_WIDTH)
                .setFlexGrow(isShown(ListColumn.HOLDER) ? 0 : 1);
        grid.getColumnByKey(ListColumn.LEFT.name())
                .setWidth(room.showsBars(isShown(ListColumn.JOB)) ? "168px" : "118px");
        grid.getColumnByKey(ListColumn.WAITERS.name()).setWidth(room == ListWidth.NARROW ? "92px" : "106px");
        grid.setClassName("two-lines", room == ListWidth.NARROW);
        grid.setClassName("no-bars", !room.showsBars(isShown(ListColumn.JOB)));
        // Rows that came before this were fitted to other columns.
        grid.getElement().executeJs("window.lockkeeper.fitsColumns()");
    }

    private Grid.Column<LockRow> column(ListColumn column, Renderer<LockRow> cell) {
        Grid.Column<LockRow> added = grid.addColumn(cell).setKey(column.name()).setFlexGrow(0);
        return column.isSortable()
                ? added.setHeader(column.title()).setSortable(true).setSortOrderProvider(direction -> Stream.empty())
                : added.setHeader(Components.span("plain-header", column.title()));
    }

    private static Renderer<LockRow> dim(
            String property, ValueProvider<LockRow, String> value, ValueProvider<LockRow, String> title) {
        return LitRenderer.<LockRow>of("<span class=\"num dim\" title=\"${item.%sTitle}\">${item.%s}</span>"
                        .formatted(property, property))
                .withProperty(property, value)
                .withProperty(property + "Title", title);
    }

    private static Renderer<LockRow> text(ListColumn column) {
        String property = column.name().toLowerCase(Locale.ROOT);
        return dim(property, row -> row.text(column), row -> row.text(column));
    }

    private static Renderer<LockRow> name() {
        return LitRenderer.<LockRow>of("""
                        <div class="lock-cell ${item.css}">
                          <span class="fold ${item.fold}"></span>
                          <lk-name class="lock-name" name="${item.shownName}"></lk-name>
                          <span class="unseen">${item.fold && 'group, ' + item.fold + ', ' + item.group}</span>
                          <span class="second"><span class="${item.mark}">${item.words}</span><lk-name name="${item.group || item.holder}"></lk-name></span>
                        </div>""")
                .withProperty("fold", LockRow::fold)
                .withProperty("group", LockRow::groupInWords)
                .withProperty("mark", LockRow::stateMark)
                .withProperty("shownName", LockRow::shownName)
                .withProperty("css", LockRow::css)
                .withProperty("words", LockRow::stateBriefly)
                .withProperty("holder", row -> row.texts().holder());
    }

    private static Renderer<LockRow> state() {
        return LitRenderer.<LockRow>of("<span class=\"${item.mark}\" title=\"${item.words}\">${item.brief}</span>")
                .withProperty("mark", LockRow::stateMark)
                .withProperty("words", LockRow::stateInWords)
                .withProperty("brief", LockRow::stateBriefly);
    }

    private static Renderer<LockRow> holder() {
        return LitRenderer.<LockRow>of("""
                        <span class="owner" title="${item.group || item.holder + ' · ' + item.detail}"><lk-name name="${item.members || item.holder}"></lk-name>
                        <bdi class="dim">${item.detail}</bdi></span>""")
                .withProperty("members", LockRow::members)
                .withProperty("group", LockRow::groupInWords)
                .withProperty("holder", row -> row.texts().holder())
                .withProperty("detail", row -> row.texts().detail());
    }

    private static Renderer<LockRow> held() {
        return LitRenderer.<LockRow>of(
                        "<lk-age since=\"${item.since}\" until=\"${item.expires}\" title=\"${item.sinceExactly}\"></lk-age>"
                                + "<span class=\"dim\">${item.noAge}</span>")
                .withProperty("noAge", row -> row.told().since())
                .withProperty("since", row -> row.clock().since())
                .withProperty("expires", row -> row.clock().expires())
                .withProperty("sinceExactly", LockRow::sinceExactly);
    }

    private static Renderer<LockRow> job() {
        return LitRenderer.<LockRow>of("""
                        <span class="${item.jobCss}" title="${item.jobAll}">${item.jobWords} <lk-age since="${item.jobSince}" before="${item.jobBefore}"></lk-age> ${item.jobAgo}</span>""")
                .withProperty("jobCss", row -> row.job().css())
                .withProperty("jobAll", row -> row.job().all())
                .withProperty("jobWords", row -> row.job().words())
                .withProperty("jobSince", row -> row.job().since())
                .withProperty("jobBefore", row -> row.job().before())
                .withProperty("jobAgo", row -> row.job().ago());
    }

    private static Renderer<LockRow> left() {
        return LitRenderer.<LockRow>of("""
                        <lk-left class="${item.css}" from="${item.touched}" until="${item.expires}"
                          title="${item.expiresExactly}"></lk-left><span class="dim" title="${item.expiresExactly}">${item.noEnd}</span>""")
                .withProperty("noEnd", row -> row.told().left())
                .withProperty("css", row -> row.state().css())
                .withProperty("touched", row -> row.clock().touched())
                .withProperty("expires", row -> row.clock().expires())
                .withProperty("expiresExactly", LockRow::expiresExactly);
    }
}
