package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.locks.LockStory;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.deploys.Deploy;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.LeaseWords;
import io.lockkeeper.console.remember.history.Usual;
import io.lockkeeper.console.remember.history.Usual.Quantiles;
import io.lockkeeper.model.Eviction;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A lock's recorded history: its usual times, its newest leases on a timeline, and the last of them in words. */
final class HistoryBand extends Div {

    private static final int DRAWN = 60;
    private static final int LISTED = 12;

    private @Nullable LockStory drawn;

    HistoryBand() {
        addClassNames("band", "history");
    }

    void show(LockStory story, Instant now) {
        LockStory before = drawn;
        if (before != null && before.id().equals(story.id()) && before.readAt().equals(story.readAt())) {
            return;
        }
        drawn = story;
        removeAll();
        add(new H3("History"));
        if (!story.problem().isEmpty()) {
            add(styled(new Paragraph(story.problem()), "problem"));
        }
        add(LateLine.of(LateLine.sentences(story.late(), now)));
        if (story.leases().isEmpty()) {
            add(new Paragraph(story.isRead() ? "Nothing is recorded of this lock yet." : "Reading …"));
        } else {
            tell(story, now);
        }
    }

    private void tell(LockStory story, Instant now) {
        add(new Paragraph(UsualWords.of(story.usual())));
        add(new Timeline(story.leases().stream().limit(DRAWN).toList(), story, now));
        story.gaps().forEach(gap -> add(gap(gap, now)));
        story.deploys().forEach(deploy -> add(deploy(deploy, now)));
        OrderedList list = styled(new OrderedList(), "leases");
        story.leases().stream().limit(LISTED).forEach(lease -> list.add(item(lease, now)));
        add(list);
        if (!story.takenOut().isEmpty()) {
            add(new TakenOutList(story.takenOut().stream().limit(LISTED).toList(), now));
        }
    }

    private static Component gap(Gap gap, Instant now) {
        return styled(new Paragraph(gap.sentence(moment -> Times.present().moment(moment, now))), "gap-words");
    }

    private static Component deploy(Deploy deploy, Instant now) {
        return styled(new Paragraph(Times.present().moment(deploy.at(), now) + ": " + deploy.sentence()), "gap-words");
    }

    private static ListItem item(LeaseRecord lease, Instant now) {
        Span at = styled(new Span(Times.present().moment(lease.began(), now)), "num", "dim");
        Span who = styled(new Span(Formats.visible(Timeline.who(lease))), "who");
        Span end = new Span(lease.ending() == null ? "held" : lease.ending().words());
        end.addClassNames(
                "ending", lease.ending() == null ? "held" : lease.ending().css());
        ListItem item = new ListItem(at, who, end, styled(new Span(times(lease)), "num", "dim", "times"));
        Eviction evicted = lease.evicted();
        if (evicted != null) {
            Span why = styled(
                    new Span("by %s: %s".formatted(Formats.visible(evicted.by()), Formats.visible(evicted.reason()))),
                    "dim",
                    "why");
            item.add(why);
        }
        return item;
    }

    private static String times(LeaseRecord lease) {
        return Stream.of(
                        lease.lasted()
                                .map(it -> lease.isKept()
                                        ? "%s, %s".formatted(LeaseWords.held(lease), LeaseWords.uses(lease))
                                        : "held " + Formats.lasted(it)),
                        lease.waited().filter(Duration::isPositive).map(it -> "waited " + Formats.lasted(it)),
                        Optional.ofNullable(lease.waiters()).map(each -> each + " behind it"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" · "));
    }

    /** The sentence about what is usual for a lock: no percentile of too few leases, and each figure with the number that it counts. */
    static final class UsualWords {

        private UsualWords() {}

        static String of(Usual usual) {
            Quantiles hold = usual.hold();
            return hold == null
                    ? "No lease has ended since recording began."
                    : "By its %s: %s%s."
                            .formatted(last(hold.count(), "lease"), times("held", hold), waited(usual.waiting(), hold));
        }

        private static String waited(@Nullable Quantiles waiting, Quantiles hold) {
            if (waiting == null || waiting.longest().isZero()) {
                return "";
            }
            String by = waiting.count() == hold.count() ? "" : "by its %s: ".formatted(last(waiting.count(), "grant"));
            return "; " + by + times("waited", waiting);
        }

        private static String last(long count, String what) {
            return count == 1 ? "last " + what : String.format(Locale.ROOT, "last %,d %ss", count, what);
        }

        private static String times(String what, Quantiles times) {
            String longest = Formats.lasted(times.longest());
            return times.isEnough()
                    ? "%s for %s, 95 of 100 for less than %s, the longest %s"
                            .formatted(what, Formats.lasted(times.median()), Formats.lasted(times.p95()), longest)
                    : "%s for at most %s".formatted(what, longest);
        }
    }
}
