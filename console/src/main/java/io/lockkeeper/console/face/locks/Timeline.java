package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.locks.LockStory;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.face.marks.TimeMarkTicks;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.WaitRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A lock's newest leases side by side in time: one lane per holder, each lease a bar that shows by colour and mark how it
 * ended. For waiters that operators took out of the queue, it draws the wait. The list beside it says the same in words.
 */
final class Timeline extends Div {

    private static final int LANES = 6;
    private static final double THINNEST_PERCENT = .6;

    /** @param newestFirst at least one; those of the story that are drawn */
    Timeline(List<LeaseRecord> newestFirst, LockStory story, Instant now) {
        addClassName("timeline");
        getElement().setAttribute("aria-hidden", "true");
        Instant from = newestFirst.getLast().began();
        lanes(newestFirst, story.takenOut(), now).forEach((who, bars) -> add(lane(who, bars, story.gaps(), from, now)));
        List<TimeMark> marks =
                story.marks().stream().filter(mark -> !mark.at().isBefore(from)).toList();
        if (!marks.isEmpty()) {
            add(marks(marks, from, now));
        }
        Span left = new Span(Times.present().moment(from, now));
        Span right = new Span("now");
        Div scale = new Div(left, right);
        scale.addClassNames("scale", "dim", "num");
        add(scale);
    }

    /** @param css how it ended */
    private record Bar(String css, Instant from, Instant until) {

        static Bar of(LeaseRecord lease, Instant now) {
            return new Bar(
                    lease.ending() == null ? "held" : lease.ending().css(),
                    lease.began(),
                    lease.endedAt() == null ? now : lease.endedAt());
        }
    }

    private static Map<String, List<Bar>> lanes(List<LeaseRecord> leases, List<WaitRecord> takenOut, Instant now) {
        Map<String, List<Bar>> lanes = new LinkedHashMap<>();
        leases.forEach(lease -> lane(lanes, who(lease)).add(Bar.of(lease, now)));
        takenOut.forEach(
                wait -> lane(lanes, who(wait.waiter())).add(new Bar("taken-out", wait.since(), wait.endedAt())));
        return lanes;
    }

    private static List<Bar> lane(Map<String, List<Bar>> lanes, String who) {
        String lane = lanes.containsKey(who) || lanes.size() < LANES - 1 ? who : "others";
        return lanes.computeIfAbsent(lane, unused -> new ArrayList<>());
    }

    static String who(LeaseRecord lease) {
        Party holder = lease.holder();
        return holder == null ? Objects.requireNonNullElse(lease.words(), "unknown") : who(holder);
    }

    private static String who(Party party) {
        return party.instance().isEmpty() ? party.service() : party.service() + " · " + party.instance();
    }

    private static Div lane(String who, List<Bar> bars, List<Gap> gaps, Instant from, Instant now) {
        Div track = new Div();
        track.addClassName("track");
        gaps.forEach(gap -> track.add(bar(gap.css(), gap.from(), gap.until(), from, now)));
        bars.forEach(bar -> track.add(bar(bar.css(), bar.from(), bar.until(), from, now)));
        Name name = new Name(Formats.visible(who), "lane-name");
        Div lane = new Div(name, track);
        lane.addClassName("lane");
        return lane;
    }

    private static Div marks(List<TimeMark> marks, Instant from, Instant now) {
        TimeMarkTicks ticks = new TimeMarkTicks();
        ticks.show(marks, at -> percent(from, at, now));
        Span name = new Span("deploys");
        name.addClassName("lane-name");
        Div lane = new Div(name, ticks);
        lane.addClassName("lane");
        return lane;
    }

    private static Span bar(String css, Instant start, Instant end, Instant from, Instant now) {
        Span bar = new Span();
        bar.addClassNames("bar", css);
        double left = percent(from, start, now);
        double width = Math.max(THINNEST_PERCENT, percent(from, end, now) - left);
        bar.getStyle().set("left", text(Math.min(left, 100 - THINNEST_PERCENT)));
        bar.getStyle().set("width", text(Math.min(width, 100 - left)));
        return bar;
    }

    private static double percent(Instant from, Instant moment, Instant now) {
        double whole = Math.max(1, Duration.between(from, now).toMillis());
        return Math.clamp(100 * Duration.between(from, moment).toMillis() / whole, 0, 100);
    }

    private static String text(double percent) {
        return String.format(Locale.ROOT, "%.2f%%", percent);
    }
}
