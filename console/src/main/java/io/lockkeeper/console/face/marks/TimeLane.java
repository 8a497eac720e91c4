package io.lockkeeper.console.face.marks;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LeaseRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** A line of time with a name before it, and bars on it whose colour and mark show how each ended. Words beside it say the same. */
public final class TimeLane extends Div {

    private static final double THINNEST_PERCENT = .6;

    private final Div track = styled(new Div(), "track");
    private final Instant from;
    private final Instant until;

    public TimeLane(Component name, Instant from, Instant until) {
        this.from = from;
        this.until = until;
        addClassName("lane");
        add(name, track);
    }

    public static TimeLane of(String name, List<TimeMark> marks, Instant from, Instant until) {
        TimeLane lane = new TimeLane(Components.span("lane-name", name), from, until);
        TimeMarkTicks ticks = new TimeMarkTicks();
        ticks.show(marks, lane::percent);
        lane.replace(lane.track, ticks);
        return lane;
    }

    /** Hatches the outages and the times of which nothing is recorded. */
    public TimeLane hatch(List<Gap> gaps) {
        gaps.forEach(gap -> bar(gap.css(), gap.from(), gap.until()));
        return this;
    }

    /** Draws a lease, one that lasts up to the end of the line. */
    public TimeLane lease(LeaseRecord lease) {
        return bar(
                lease.ending() == null ? "held" : lease.ending().css(),
                lease.began(),
                lease.endedAt() == null ? until : lease.endedAt());
    }

    /** Draws a bar in the style of that name. */
    public TimeLane bar(String css, Instant began, Instant ended) {
        Span bar = styled(new Span(), "bar", css);
        double left = percent(began);
        double width = Math.max(THINNEST_PERCENT, percent(ended) - left);
        bar.getStyle().set("left", text(Math.min(left, 100 - THINNEST_PERCENT)));
        bar.getStyle().set("width", text(Math.min(width, 100 - left)));
        track.add(bar);
        return this;
    }

    private double percent(Instant at) {
        double whole = Math.max(1, Duration.between(from, until).toMillis());
        return Math.clamp(100 * Duration.between(from, at).toMillis() / whole, 0, 100);
    }

    private static String text(double percent) {
        return String.format(Locale.ROOT, "%.2f%%", percent);
    }

    /** The line's ends in words. */
    public static Div scale(String left, String right) {
        return styled(new Div(new Span(left), new Span(right)), "scale", "dim", "num");
    }
}
