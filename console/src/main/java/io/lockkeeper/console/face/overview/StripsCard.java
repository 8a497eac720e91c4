package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.overview.Slice;
import io.lockkeeper.console.ask.overview.Slices;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.face.marks.SliceTable;
import io.lockkeeper.console.face.marks.TimeMarkList;
import io.lockkeeper.console.face.marks.TimeMarkTicks;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Segments;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The last hour, day or week in four strips, and the same as numbers. */
final class StripsCard extends Section {

    private static final String OUTAGES =
            "In the minutes that are underlined, MongoDB did not answer a console for a while.";
    private static final String PARTS =
            "Times that are underlined were seen only in part: MongoDB did not answer, or no console ran.";
    private static final String UNREAD = "The console could not read this time. It tries again in a minute.";

    private final H2 title = new H2();
    private final Segments<OverviewRange> ranges;
    private final List<Strip> strips = List.of(
            new Strip("Held", "held", false, Slice::held),
            new Strip("Waiting", "waiting", false, Slice::waiting),
            new Strip("Grants", "grants", true, Slice::grants),
            new Strip("Evictions", "evictions", true, Slice::evictions));
    private final Span beginning = new Span();
    private final TimeMarkTicks ticks = new TimeMarkTicks();
    private final Div marked = new Div();
    private final TimeMarkList marks = new TimeMarkList("In this time");
    private final Paragraph unseen = new Paragraph();
    private final SliceTable table = new SliceTable("Held at most", "Waiting at most", "Grants", "Evictions");
    private final Paragraph recorded = new Paragraph();
    private final Background background;
    private final LastDays days;
    private final LastLeases leases;
    private final LockScope scope;
    private OverviewRange range = OverviewRange.HOUR;
    private String collection = "";
    private @Nullable Slices hour;
    /** The minute of which it was read last what is not in memory. */
    private @Nullable Instant readAt;

    /** @param choose called with the time that the user chose */
    StripsCard(
            LastDays days, LastLeases leases, Background background, LockScope scope, Consumer<OverviewRange> choose) {
        this.days = days;
        this.leases = leases;
        this.background = background;
        this.scope = scope;
        ranges = new Segments<>("Time", List.of(OverviewRange.values()), OverviewRange::title, choose);
        addClassNames("card", "strips");
        recorded.addClassName("recorded");
        recorded.setVisible(false);
        add(new Header(title, ranges), recorded);
        strips.forEach(this::add);
        Div scale = new Div(beginning, new Span("now"));
        scale.addClassNames("strip-scale", "dim");
        unseen.addClassNames("outages", "dim");
        unseen.setVisible(false);
        Span name = new Span("Marks");
        name.addClassName("strip-name");
        marked.add(name, ticks);
        marked.addClassName("strip");
        marked.setVisible(false);
        add(marked, scale, unseen, marks, table);
        choose(range);
    }

    /** Shows another time. */
    void choose(OverviewRange chosen) {
        if (chosen == range && readAt != null) {
            return;
        }
        range = chosen;
        readAt = null;
        ranges.show(range);
        entitle();
        Components.text(beginning, range.beginning());
        Slices known = hour;
        if (known != null) {
            show(known);
        }
    }

    /** @param place the collection that it is about; empty where there is no other */
    void of(String place) {
        collection = place;
        entitle();
    }

    private void entitle() {
        String whose = scope.seesEveryLock() ? "" : " of your locks";
        Components.text(title, "The " + range.words() + whose + (collection.isEmpty() ? "" : " in " + collection));
    }

    /** Shows the time that was chosen, of which this is the newest. */
    void show(Slices lastHour) {
        hour = lastHour;
        if (range == OverviewRange.HOUR) {
            draw(lastHour);
        }
        if (!lastHour.end().equals(readAt)) {
            readAt = lastHour.end();
            read(range, lastHour.end());
        }
    }

    private void read(OverviewRange asked, Instant end) {
        if (asked != OverviewRange.HOUR) {
            background.read(
                    () -> days.of(scope, asked),
                    slices -> of(asked, () -> draw(slices)),
                    failed -> of(asked, this::unread));
        }
        background.read(() -> leases.of(scope, end), this::record, failed -> {});
        Instant begin = end.minus(asked.slice().multipliedBy(asked.slices()));
        background.read(
                () -> leases.marks(scope, begin, end),
                found -> of(asked, () -> mark(found, begin, end)),
                failed -> of(asked, () -> mark(List.of(), begin, end)));
    }

    /** Unless another time was chosen meanwhile. */
    private void of(OverviewRange asked, Runnable show) {
        if (asked == range) {
            show.run();
        }
    }

    private void record(List<LastLeases.Part> sentence) {
        recorded.setVisible(!sentence.isEmpty());
        recorded.removeAll();
        recorded.add("In the last 24 h: ");
        sentence.forEach(part -> {
            if (recorded.getComponentCount() > 1) {
                recorded.add(", ");
            }
            Anchor link = new Anchor(part.address(), part.words());
            link.getElement().setAttribute("router-link", true);
            recorded.add(link);
        });
    }

    private void mark(List<TimeMark> found, Instant begin, Instant end) {
        double length = Duration.between(begin, end).toMillis();
        marked.setVisible(!found.isEmpty());
        ticks.show(found, at -> Math.clamp(100 * Duration.between(begin, at).toMillis() / length, 0, 100));
        marks.show(found);
    }

    private void unread() {
        unseen.setVisible(true);
        Components.text(unseen, UNREAD);
    }

    private void draw(Slices slices) {
        strips.forEach(strip -> strip.show(range, slices));
        unseen.setVisible(slices.all().stream().anyMatch(Slice::partlyUnseen));
        Components.text(unseen, range == OverviewRange.HOUR ? OUTAGES : PARTS);
        table.show(IntStream.range(0, slices.all().size())
                .mapToObj(i ->
                        line(slices.begin(i), slices.begin(i + 1), slices.all().get(i)))
                .toList());
    }

    private static SliceTable.Line line(Instant begin, Instant end, Slice slice) {
        return new SliceTable.Line(
                begin,
                "history?at=%s&window=since&from=%s".formatted(end, begin),
                slice.seen() && slice.partlyUnseen() ? " partly not seen" : "",
                IntStream.of(slice.held(), slice.waiting(), slice.grants(), slice.evictions())
                        .mapToObj(value -> slice.seen() ? String.format(Locale.ROOT, "%,d", value) : "not seen")
                        .toList());
    }
}
