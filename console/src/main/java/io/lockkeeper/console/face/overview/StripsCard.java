package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Segments;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What happened in the last hour, day or week: four strips, and the same as numbers. */
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
    private final Paragraph unseen = new Paragraph();
    private final SliceTable table = new SliceTable();
    private final Background background;
    private final LastDays days;
    private final LockScope scope;
    private OverviewRange range = OverviewRange.HOUR;
    private @Nullable Slices hour;
    /** The minute of which the day or the week was read last. */
    private @Nullable Instant readAt;

    /** @param choose called with the time that the user chose */
    StripsCard(LastDays days, Background background, LockScope scope, Consumer<OverviewRange> choose) {
        this.days = days;
        this.background = background;
        this.scope = scope;
        ranges = new Segments<>("Time", List.of(OverviewRange.values()), OverviewRange::title, choose);
        addClassNames("card", "strips");
        add(new Header(title, ranges));
        strips.forEach(this::add);
        Div scale = new Div(beginning, new Span("now"));
        scale.addClassNames("strip-scale", "dim");
        unseen.addClassNames("outages", "dim");
        unseen.setVisible(false);
        add(scale, unseen, table);
        choose(range);
    }

    /** Shows another time. */
    void choose(OverviewRange chosen) {
        range = chosen;
        readAt = null;
        ranges.show(range);
        Components.text(title, "The " + range.words() + (scope.seesEveryLock() ? "" : " of your locks"));
        Components.text(beginning, range.beginning());
        Slices known = hour;
        if (known != null) {
            show(known);
        }
    }

    /** Shows the time that was chosen, of which this is the newest. */
    void show(Slices lastHour) {
        hour = lastHour;
        if (range == OverviewRange.HOUR) {
            draw(lastHour);
        } else if (!lastHour.end().equals(readAt)) {
            readAt = lastHour.end();
            OverviewRange asked = range;
            background.read(() -> days.of(scope, asked), slices -> read(asked, slices), failed -> unread(asked));
        }
    }

    private void read(OverviewRange asked, Slices slices) {
        if (asked == range) {
            draw(slices);
        }
    }

    private void unread(OverviewRange asked) {
        if (asked == range) {
            unseen.setVisible(true);
            Components.text(unseen, UNREAD);
        }
    }

    private void draw(Slices slices) {
        strips.forEach(strip -> strip.show(range, slices));
        unseen.setVisible(slices.all().stream().anyMatch(Slice::partlyUnseen));
        Components.text(unseen, range == OverviewRange.HOUR ? OUTAGES : PARTS);
        table.show(slices);
    }
}
