package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.html.Div;
import io.lockkeeper.console.ask.locks.LockStory;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.face.marks.TimeLane;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A lock's newest leases side by side in time: one lane per holder, each lease a bar that shows by colour and mark how it
 * ended. For waiters that operators took out of the queue, it draws the wait. The list beside it says the same in words.
 */
final class Timeline extends Div {

    private static final int LANES = 6;

    private final Map<String, TimeLane> lanes = new LinkedHashMap<>();
    private final List<Gap> gaps;
    private final Instant from;
    private final Instant now;

    /** @param newestFirst at least one; those of the story that are drawn */
    Timeline(List<LeaseRecord> newestFirst, LockStory story, Instant now) {
        this.gaps = story.gaps();
        this.from = newestFirst.getLast().began();
        this.now = now;
        addClassName("timeline");
        getElement().setAttribute("aria-hidden", "true");
        newestFirst.forEach(lease -> lane(who(lease)).lease(lease));
        story.takenOut().forEach(wait -> lane(who(wait.waiter())).bar("taken-out", wait.since(), wait.endedAt()));
        lanes.values().forEach(this::add);
        List<TimeMark> marks =
                story.marks().stream().filter(mark -> !mark.at().isBefore(from)).toList();
        if (!marks.isEmpty()) {
            add(TimeLane.of("deploys", marks, from, now));
        }
        add(TimeLane.scale(Times.present().moment(from, now), "now"));
    }

    private TimeLane lane(String who) {
        String name = lanes.containsKey(who) || lanes.size() < LANES - 1 ? who : "others";
        return lanes.computeIfAbsent(
                name, unused -> new TimeLane(new Name(Formats.visible(name), "lane-name"), from, now).hatch(gaps));
    }

    static String who(LeaseRecord lease) {
        Party holder = lease.holder();
        return holder == null ? Objects.requireNonNullElse(lease.words(), "unknown") : who(holder);
    }

    private static String who(Party party) {
        return party.instance().isEmpty() ? party.service() : party.service() + " · " + party.instance();
    }
}
