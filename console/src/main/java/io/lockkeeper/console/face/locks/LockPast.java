package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.act.eviction.QueuedWaiter;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockStory;
import io.lockkeeper.console.ask.locks.OpenStory;
import io.lockkeeper.console.face.marks.TimeMarkList;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.Digest;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.remember.history.Usual.Quantiles;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One lock's whole recorded history: its usual times, its leases on a timeline and in a table, and how many waited. */
final class LockPast extends Section {

    private final Paragraph state = styled(new Paragraph(), "dim");
    private final RedrawnPanel<Usual> usual = new RedrawnPanel<>(LockPast::percentiles);
    private final Div timeline = new Div();
    private final RedrawnPanel<List<Gap>> gaps = new RedrawnPanel<>(LockPast::gaps);
    private final TimeMarkList marks = new TimeMarkList("In this time");
    private final RedrawnPanel<List<Digest>> counted = new RedrawnPanel<>(LockPast::counted);
    private final ContentionPlot contention = new ContentionPlot();
    private final Paragraph unknownWaits =
            styled(new Paragraph("How many waited, and for how long, is unknown."), "dim");
    private final LeaseTable leases = new LeaseTable();
    private final Div takenOut = new Div();
    private final Anchor all = styled(new Anchor(), "all");
    private Instant drawn = Instant.MIN;

    LockPast() {
        addClassNames("card", "lock-past");
        unknownWaits.setVisible(false);
        all.setRouterIgnore(false);
        add(
                new H2("History"),
                state,
                usual,
                counted,
                timeline,
                gaps,
                marks,
                contention,
                unknownWaits,
                leases,
                takenOut,
                all);
    }

    void reset() {
        leases.reset();
    }

    /** @param waiting how many waited over time, or null if nothing is read */
    void show(LockStory story, @Nullable Contention waiting, Instant now) {
        if (story.readAt().equals(drawn)) {
            return;
        }
        drawn = story.readAt();
        String said = said(story);
        Components.text(state, said);
        state.setVisible(!said.isEmpty());
        Components.css(state, story.problem().isEmpty() ? "dim" : "problem");
        boolean any = story.knownSince() != null;
        List.<Component>of(usual, timeline, gaps, contention, unknownWaits, leases, takenOut, all)
                .forEach(part -> part.setVisible(any));
        if (any) {
            usual.show(story.usual());
            counted.show(story.counted());
            draw(story, waiting, now);
        }
    }

    private void draw(LockStory story, @Nullable Contention waiting, Instant now) {
        timeline.removeAll();
        if (!story.leases().isEmpty()) {
            timeline.add(new Timeline(story.leases(), story, now));
        }
        gaps.show(story.gaps());
        marks.show(story.marks());
        contention.setVisible(waiting != null);
        unknownWaits.setVisible(waiting == null);
        if (waiting != null) {
            contention.show(waiting, story.gaps(), history(story) + "&window=since");
        }
        leases.setClassName("no-waits", !story.tellsWaits());
        leases.show(story.leases());
        takenOut.removeAll();
        if (!story.takenOut().isEmpty()) {
            takenOut.add(new H3("Taken out of the queue"), new TakenOutList(story.takenOut(), now));
        }
        all.setText(
                story.leases().size() < OpenStory.LEASES
                        ? "All of a week, in History"
                        : String.format(
                                Locale.ROOT, "These are the newest %,d; all of a week, in History", OpenStory.LEASES));
        all.setHref(history(story) + "&window=week");
    }

    private static String history(LockStory story) {
        String name =
                URLEncoder.encode(story.id().name(), StandardCharsets.UTF_8).replace("+", "%20");
        return "history?lock=" + name;
    }

    private static List<Component> counted(List<Digest> counted) {
        if (counted.isEmpty()) {
            return List.of();
        }
        long leases = counted.stream().mapToLong(Digest::leases).sum();
        Paragraph why = styled(
                new Paragraph(String.format(
                        Locale.ROOT,
                        "In %,d %s it changed too often to record each lease: %,d were counted, beside the slow and the"
                                + " abnormal ones that are listed.",
                        counted.size(),
                        counted.size() == 1 ? "minute" : "minutes",
                        leases)),
                "dim");
        return List.of(why);
    }

    private static String said(LockStory story) {
        if (!story.problem().isEmpty()) {
            return story.problem();
        }
        if (!story.isRead()) {
            return "Reading …";
        }
        return story.knownSince() == null ? "Nothing is recorded of this lock yet." : "";
    }

    private static List<Component> percentiles(Usual usual) {
        if (usual.leases() == 0) {
            return List.of(styled(new Paragraph("No lease has ended since recording began."), "dim"));
        }
        Table table = new Table("What is usual", "usual", List.of("Time", "Leases", "p50", "p95", "Longest"));
        row(table, "Held", usual.hold());
        if (usual.waiting() != null) {
            row(table, "Waited", usual.waiting());
        }
        List<Component> parts = new ArrayList<>(List.of(table));
        if (Stream.of(usual.hold(), usual.waiting()).anyMatch(times -> times != null && !times.isEnough())) {
            Paragraph few = styled(
                    new Paragraph(String.format(
                            Locale.ROOT, "Fewer than %d leases are too few for a percentile.", Usual.ENOUGH)),
                    "dim");
            parts.add(few);
        }
        if (usual.kept() > 0) {
            Paragraph kept = styled(
                    new Paragraph(String.format(
                            Locale.ROOT,
                            "%,d more %s kept from one use to the next: how long they were held is unknown, and not in"
                                    + " these figures.",
                            usual.kept(),
                            usual.kept() == 1 ? "was" : "were")),
                    "dim");
            parts.add(kept);
        }
        return parts;
    }

    private static void row(Table table, String what, @Nullable Quantiles times) {
        NativeTableRow row = Table.row("usual");
        row.add(
                Table.cell(new Span(what)),
                Table.cell(figure(times == null ? "–" : String.format(Locale.ROOT, "%,d", times.count()))),
                Table.cell(figure(times == null || !times.isEnough() ? "–" : words(times.median()))),
                Table.cell(figure(times == null || !times.isEnough() ? "–" : words(times.p95()))),
                Table.cell(figure(times == null ? "–" : words(times.longest()))));
        table.add(row);
    }

    private static String words(Duration time) {
        return time.isZero() ? "0 s" : Formats.precisely(time);
    }

    private static Span figure(String text) {
        return styled(new Span(text), "num");
    }

    private static List<Component> gaps(List<Gap> gaps) {
        return gaps.stream()
                .map(gap -> {
                    Paragraph words = styled(new Paragraph(gap.sentence(Times.present()::named)), "gap-words");
                    return (Component) words;
                })
                .toList();
    }

    /** The contention from the oldest known moment until now; null where waits are not recorded. */
    static @Nullable Contention contention(LockFacts facts, LockStory story, int parts, Instant now) {
        Instant since = story.knownSince();
        return since == null || !story.tellsWaits()
                ? null
                : Contention.of(
                        story.leases(),
                        story.counted(),
                        story.recorded().waits().orElse(List.of()),
                        facts.queue().stream().map(QueuedWaiter::waiter).toList(),
                        since,
                        now,
                        parts);
    }
}
