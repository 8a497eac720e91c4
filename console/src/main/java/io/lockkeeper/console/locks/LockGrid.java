package io.lockkeeper.console.locks;

import com.vaadin.flow.component.grid.ColumnTextAlign;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.grid.GridSortOrder;
import com.vaadin.flow.component.grid.GridVariant;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.data.provider.CallbackDataProvider;
import com.vaadin.flow.data.provider.Query;
import com.vaadin.flow.data.provider.SortDirection;
import com.vaadin.flow.data.renderer.LitRenderer;
import com.vaadin.flow.data.renderer.Renderer;
import io.lockkeeper.console.board.LockView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The list of locks. The browser is sent the rows that it shows and no others: a row again when it differs from what was
 * sent, the whole range when another lock comes to stand in it.
 */
final class LockGrid {

    private static final String STATE = "STATE";

    private final Grid<LockRow> grid = new Grid<>();
    private final SentRows sent = new SentRows();
    private List<LockView> shown = List.of();
    private Instant now = Instant.EPOCH;
    private final CallbackDataProvider<LockRow, Void> rows =
            new CallbackDataProvider<>(this::fetch, query -> shown.size(), LockRow::name);

    LockGrid() {
        grid.addClassName("locks-grid");
        grid.addThemeVariants(GridVariant.LUMO_COMPACT, GridVariant.LUMO_NO_BORDER, GridVariant.LUMO_NO_ROW_BORDERS);
        grid.setSizeFull();
        grid.setDataProvider(rows);
        grid.addDataGenerator(sent);
        grid.asSingleSelect();
        grid.setMultiSort(false);
        addColumns();
    }

    Grid<LockRow> component() {
        return grid;
    }

    /** Shows locks in the order given, as they are at {@code at}. */
    void show(List<LockView> locks, Instant at) {
        boolean sameRange = locks.size() == shown.size() && sent.standAt(locks);
        shown = locks;
        now = at;
        if (sameRange) {
            sent.changed(locks, at).forEach(rows::refreshItem);
        } else {
            sent.destroyAllData();
            rows.refreshAll();
        }
    }

    /** Calls back when the user opens a row. */
    void onOpen(Consumer<String> open) {
        grid.addItemClickListener(click -> open.accept(click.getItem().name()));
    }

    void onSort(BiConsumer<@Nullable LockOrder, Boolean> sort) {
        grid.addSortListener(event -> {
            Optional<GridSortOrder<LockRow>> first =
                    event.getSortOrder().stream().findFirst();
            LockOrder order = first.flatMap(
                            it -> LockOrder.named(String.valueOf(it.getSorted().getKey())))
                    .orElse(null);
            sort.accept(
                    order,
                    first.filter(it -> it.getDirection() == SortDirection.DESCENDING)
                            .isPresent());
        });
    }

    /** Marks the row that is {@code steps} from the marked one, and brings it into view. */
    void move(int steps) {
        if (shown.isEmpty()) {
            return;
        }
        int from = marked().map(this::indexOf).orElse(-1);
        int to = from < 0 ? 0 : Math.clamp(from + steps, 0, shown.size() - 1);
        grid.select(LockRow.of(shown.get(to), to, now));
        grid.scrollToIndex(to);
    }

    void mark(@Nullable String name) {
        int place = name == null ? -1 : indexOf(name);
        grid.select(place < 0 ? null : LockRow.of(shown.get(place), place, now));
    }

    Optional<String> marked() {
        return grid.getSelectedItems().stream().map(LockRow::name).findFirst();
    }

    /** Leaves the columns that there is room for. */
    void fit(Room room) {
        for (LockOrder order : LockOrder.values()) {
            grid.getColumnByKey(order.name()).setVisible(room.shows(order));
        }
        grid.getColumnByKey(STATE).setVisible(room != Room.PHONE);
        grid.getColumnByKey(LockOrder.LEFT.name()).setWidth(room == Room.WIDE ? "168px" : "126px");
        grid.setClassName("two-lines", room == Room.PHONE);
        grid.setClassName("no-bars", room != Room.WIDE);
    }

    private int indexOf(String name) {
        for (int i = 0; i < shown.size(); i++) {
            if (shown.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Stream<LockRow> fetch(Query<LockRow, Void> query) {
        int from = Math.min(query.getOffset(), shown.size());
        int to = Math.min(from + query.getLimit(), shown.size());
        return IntStream.range(from, to).mapToObj(place -> LockRow.of(shown.get(place), place, now));
    }

    private void addColumns() {
        column(LockOrder.NAME, "Lock", name()).setFlexGrow(3).setWidth("150px");
        grid.addColumn(state())
                .setKey(STATE)
                .setHeader(stateHeader())
                .setFlexGrow(0)
                .setWidth("118px");
        column(LockOrder.HOLDER, "Holder", holder()).setFlexGrow(5).setWidth("220px");
        column(LockOrder.HELD, "Held", held()).setWidth("98px").setTextAlign(ColumnTextAlign.END);
        column(LockOrder.LEFT, "TTL", left()).setTextAlign(ColumnTextAlign.END);
        column(
                        LockOrder.WAITERS,
                        "Waits",
                        LitRenderer.<LockRow>of("<span class=\"num\">${item.waits}</span>")
                                .withProperty("waits", LockRow::shownWaiters))
                .setWidth("90px")
                .setTextAlign(ColumnTextAlign.END);
        column(
                        LockOrder.TOKEN,
                        "Token",
                        LitRenderer.<LockRow>of("<span class=\"num dim\">${item.token}</span>")
                                .withProperty("token", LockRow::shownToken))
                .setWidth("174px")
                .setTextAlign(ColumnTextAlign.END);
    }

    /** Stands level with the headers that carry a sorter. */
    private static Span stateHeader() {
        Span header = new Span("State");
        header.addClassName("plain-header");
        return header;
    }

    private Grid.Column<LockRow> column(LockOrder order, String header, Renderer<LockRow> cell) {
        return grid.addColumn(cell)
                .setKey(order.name())
                .setHeader(header)
                .setFlexGrow(0)
                .setSortable(true)
                .setSortOrderProvider(direction -> Stream.empty());
    }

    private static Renderer<LockRow> name() {
        return LitRenderer.<LockRow>of("""
                        <div class="lock-cell ${item.css}" title="${item.shownName}">
                          <bdi class="lock-name">${item.shownName}</bdi>
                          <span class="second"><span class="state ${item.css}">${item.words}</span><bdi>${item.holder}</bdi></span>
                        </div>""")
                .withProperty("shownName", LockRow::shownName)
                .withProperty("css", row -> row.state().css())
                .withProperty("words", row -> row.state().brief())
                .withProperty("holder", LockRow::holder);
    }

    private static Renderer<LockRow> state() {
        return LitRenderer.<LockRow>of("<span class=\"state ${item.css}\" title=\"${item.words}\">${item.brief}</span>")
                .withProperty("css", row -> row.state().css())
                .withProperty("words", row -> row.state().words())
                .withProperty("brief", row -> row.state().brief());
    }

    private static Renderer<LockRow> holder() {
        return LitRenderer.<LockRow>of("""
                        <span class="owner" title="${item.holder} · ${item.detail}"><bdi>${item.holder}</bdi>
                        <bdi class="dim">${item.detail}</bdi></span>""")
                .withProperty("holder", LockRow::holder)
                .withProperty("detail", LockRow::detail);
    }

    private static Renderer<LockRow> held() {
        return LitRenderer.<LockRow>of(
                        "<lk-age since=\"${item.since}\" until=\"${item.expires}\" title=\"${item.sinceExactly}\"></lk-age>")
                .withProperty("since", LockRow::since)
                .withProperty("expires", LockRow::expires)
                .withProperty("sinceExactly", LockRow::sinceExactly);
    }

    private static Renderer<LockRow> left() {
        return LitRenderer.<LockRow>of("""
                        <lk-left class="${item.css}" from="${item.touched}" until="${item.expires}"
                          title="${item.expiresExactly}"></lk-left>""")
                .withProperty("css", row -> row.state().css())
                .withProperty("touched", LockRow::touched)
                .withProperty("expires", LockRow::expires)
                .withProperty("expiresExactly", LockRow::expiresExactly);
    }
}
