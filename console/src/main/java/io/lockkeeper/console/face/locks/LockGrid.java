package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.grid.GridSingleSelectionModel;
import com.vaadin.flow.component.grid.GridSortOrder;
import com.vaadin.flow.component.grid.GridVariant;
import com.vaadin.flow.data.provider.CallbackDataProvider;
import com.vaadin.flow.data.provider.Query;
import com.vaadin.flow.data.provider.SortDirection;
import io.lockkeeper.console.ask.locks.JobMark;
import io.lockkeeper.console.ask.locks.ListColumn;
import io.lockkeeper.console.ask.locks.ListLook;
import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.console.watch.source.ListedJobs;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The list of locks. The browser is sent the rows that it shows and no others: a row again when it differs from what was
 * sent, the whole range when another lock comes to stand in it.
 */
final class LockGrid {

    private final Grid<LockRow> grid = new Grid<>();
    private final SentRows sent = new SentRows();
    private final StandingOrder order = new StandingOrder(System::nanoTime);
    private final LockColumns columns;
    private final Facets facets;
    private ScopedBoard board;
    private final Groups groups = new Groups(this::lock);
    private List<Line> shown = List.of();
    private Map<String, Finding> worst = Map.of();
    private Optional<Dialect> dialect = Optional.empty();
    private String held = LockState.HELD.words();
    private ListedJobs.Known jobs = ListedJobs.Known.NOTHING;
    private Instant now = Instant.EPOCH;
    private final CallbackDataProvider<LockRow, Void> rows =
            new CallbackDataProvider<>(this::fetch, query -> shown.size(), LockRow::name);

    LockGrid(ScopedBoard board, Facets facets) {
        this.facets = facets;
        this.board = board;
        grid.addClassName("locks-grid");
        grid.addThemeVariants(GridVariant.LUMO_COMPACT, GridVariant.LUMO_NO_BORDER, GridVariant.LUMO_NO_ROW_BORDERS);
        grid.setSizeFull();
        grid.setDataProvider(rows);
        grid.addDataGenerator(sent);
        ((GridSingleSelectionModel<LockRow>) grid.getSelectionModel()).setDeselectAllowed(false);
        grid.setMultiSort(false);
        grid.setPartNameGenerator(LockRow::style);
        columns = new LockColumns(grid);
    }

    Grid<LockRow> component() {
        return grid;
    }

    /** Whether {@link #show} needs the query's locks this time. May be called on any thread. */
    boolean isDue(LockQuery query) {
        return order.isDue(query);
    }

    /**
     * Shows locks as they are at {@code at}.
     *
     * @param locks the query's result, in order; empty to keep the current list
     * @param took how long finding and sorting them took
     * @param query a new one takes effect at once
     * @param found the worst finding of each lock that has any
     */
    void show(Optional<List<Lock>> locks, Duration took, LockQuery query, Map<String, Finding> found, Instant at) {
        now = at;
        worst = found;
        locks.ifPresent(some -> order.take(some, query, took));
        draw();
    }

    /** Lists the locks of another source from the next {@link #show} on. */
    void of(ScopedBoard source) {
        board = source;
        dialect = source.dialect();
        held = dialect.map(Dialect::heldMeans).orElse(held);
        columns.means(held);
        columns.tellJobs(dialect.flatMap(Dialect::job).isPresent());
    }

    boolean isEmpty() {
        return shown.isEmpty();
    }

    /** The user's pointer or focus entered the list, or left it. */
    void hold(boolean hand) {
        order.hold(hand);
    }

    /** Applies the changes of the order that were held back. */
    void apply() {
        order.apply();
        draw();
        marked().map(this::indexOf).filter(place -> place >= 0).ifPresent(this::focus);
    }

    /** How many changes of the order are held back. */
    int changes() {
        return order.changes();
    }

    private void draw() {
        jobs = board.jobs();
        List<Line> lines = groups.of(order.shown(), worst);
        boolean sameRange = lines.size() == shown.size() && sent.standAt(lines);
        shown = lines;
        if (sameRange) {
            sent.changed(this::row).forEach(rows::refreshItem);
        } else {
            sent.destroyAllData();
            rows.refreshAll();
        }
    }

    void onSort(BiConsumer<@Nullable ListColumn, Boolean> sort) {
        grid.addSortListener(event -> {
            Optional<GridSortOrder<LockRow>> first =
                    event.getSortOrder().stream().findFirst();
            ListColumn order = first.flatMap(it ->
                            ListColumn.sortedBy(String.valueOf(it.getSorted().getKey())))
                    .orElse(null);
            sort.accept(
                    order,
                    first.filter(it -> it.getDirection() == SortDirection.DESCENDING)
                            .isPresent());
        });
    }

    /** Shows by which column the address sorts. */
    void sorted(LockQuery query) {
        ListColumn by = query.order();
        grid.sort(
                by == null
                        ? List.of()
                        : List.of(new GridSortOrder<>(
                                grid.getColumnByKey(by.name()),
                                query.descending() ? SortDirection.DESCENDING : SortDirection.ASCENDING)));
    }

    /** Marks the row that is {@code steps} from the marked one, and brings it into view. */
    void move(int steps) {
        if (shown.isEmpty()) {
            return;
        }
        int from = marked().map(this::indexOf).orElse(-1);
        int to = from < 0 ? 0 : Math.clamp(from + steps, 0, shown.size() - 1);
        grid.select(row(to));
        focus(to);
    }

    void mark(@Nullable String name) {
        int place = name == null ? -1 : indexOf(name);
        grid.select(place < 0 ? null : row(place));
    }

    private void focus(int place) {
        grid.getElement().executeJs("window.lockkeeper.focusRow(this, $0)", place);
    }

    /** The row at a place with its current state; the order may be older. */
    private LockRow row(int place) {
        return switch (shown.get(place)) {
            case Line.Head(GroupHead head) -> LockRow.of(head, place);
            case Line.Of(String name) -> row(lock(name), place);
        };
    }

    private LockRow row(Lock lock, int place) {
        LockRow row = LockRow.of(lock, place, worst.get(lock.name()), held, now)
                .saying(facets.brief(Subject.of(board.lock(lock.name()))));
        JobMark job = JobMark.of(lock, dialect, jobs, now);
        return job.equals(JobMark.NONE) ? row : row.with(job, now);
    }

    private Lock lock(String name) {
        return board.find(name).orElseGet(() -> Lock.gone(name));
    }

    /** Opens the group, or folds it. */
    void turn(String group) {
        groups.turn(group);
        draw();
        mark(group);
    }

    /** Shows by which groups, columns and rows the address asks for. */
    void look(ListLook look) {
        groups.look(look);
        columns.look(look);
        if (look.roomy()) {
            grid.removeThemeVariants(GridVariant.LUMO_COMPACT);
        } else {
            grid.addThemeVariants(GridVariant.LUMO_COMPACT);
        }
        grid.setClassName("roomy", look.roomy());
    }

    /** The columns that are shown. */
    Set<ListColumn> columns() {
        return columns.shown();
    }

    Optional<String> marked() {
        return grid.getSelectedItems().stream().map(LockRow::name).findFirst();
    }

    /** Shows the columns that fit. */
    void fit(ListWidth room) {
        columns.fit(room);
    }

    private int indexOf(String name) {
        for (int i = 0; i < shown.size(); i++) {
            if (shown.get(i).key().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Stream<LockRow> fetch(Query<LockRow, Void> query) {
        int from = Math.min(query.getOffset(), shown.size());
        int to = Math.min(from + query.getLimit(), shown.size());
        return IntStream.range(from, to).mapToObj(this::row);
    }
}
