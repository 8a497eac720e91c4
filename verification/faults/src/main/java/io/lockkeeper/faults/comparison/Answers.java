package io.lockkeeper.faults.comparison;

import static io.lockkeeper.faults.comparison.Evidence.seconds;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.peers.Peer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** How the cells of the table are read from what happened. {@code a} is the client around whom a moment turns. */
final class Answers {

    private static final Duration SOON = Duration.ofSeconds(1);

    private Answers() {}

    static Cell stopsBelieving(Evidence seen) {
        String late = seen.callOf("a");
        OptionalLong lastYes = seen.all(Event.Held.class)
                .filter(each -> each.call().equals(late) && each.at() > seen.mendedAt())
                .mapToLong(Event::at)
                .max();
        boolean alone = seen.violations().isEmpty();
        return Cell.of(
                alone,
                alone
                        ? ""
                        : "believed for " + seconds(lastYes.orElse(seen.mendedAt()) - seen.mendedAt())
                                + " beside others");
    }

    static Cell isTold(Evidence seen) {
        OptionalLong told = seen.toldAfter(seen.callOf("a"), seen.mendedAt());
        return told.isPresent() ? Cell.of(true, "after " + seconds(told.getAsLong() - seen.mendedAt())) : untold(seen);
    }

    private static Cell untold(Evidence seen) {
        return Cell.of(false, seen.peer().tells() ? "never" : "never; there is no way to ask");
    }

    static Cell lateWriteIsRefused(Evidence seen) {
        Event.Written late = seen.all(Event.Written.class)
                .filter(each -> each.call().equals(seen.callOf("a")))
                .findFirst()
                .orElseThrow();
        if (!late.accepted()) {
            return Cell.of(true, "by its token");
        }
        return Cell.of(false, (late.token() == 0 ? "no token" : "its token was not smaller") + "; " + lost(seen));
    }

    /** Every write that was taken counted one up; what the counter shows less at the end was lost. */
    private static String lost(Evidence seen) {
        List<Event.Written> taken = seen.all(Event.Written.class)
                .filter(Event.Written::accepted)
                .sorted(Comparator.comparingLong(Event::at))
                .toList();
        return String.format(
                Locale.ROOT,
                "%d of %d counts lost",
                taken.size() - taken.getLast().value(),
                taken.size());
    }

    /** Whether the late one still believed for a moment is another question. */
    static Cell lateReleaseFreesNobody(Evidence seen) {
        OptionalLong letGo = releasing(seen, seen.callOf("b"));
        boolean early = seen.granted(seen.callOf("c"))
                .filter(each -> letGo.isEmpty() || each.at() < letGo.getAsLong())
                .isPresent();
        boolean toldNo = seen.all(Event.Released.class)
                .anyMatch(each -> each.call().equals(seen.callOf("a")) && !each.heldToTheEnd());
        if (early) {
            return Cell.of(false, "it freed the next holder's, and a third was granted it");
        }
        return Cell.of(true, toldNo ? "and says that nothing was held" : "");
    }

    static Cell nextGetsOn(Evidence seen) {
        return onTime(seen, "b", seen.brokenAt());
    }

    static Cell nextFollowsRelease(Evidence seen) {
        OptionalLong letGo = releasing(seen, seen.callOf("a"));
        return letGo.isPresent() ? onTime(seen, "b", letGo.getAsLong()) : Cell.of(false, "it could not be released");
    }

    private static Cell onTime(Evidence seen, String client, long from) {
        String saw = seen.granted(seen.callOf(client))
                .map(each -> "after " + seconds(each.at() - from))
                .orElse("not granted");
        return Cell.of(seen.violations().isEmpty(), saw);
    }

    static Cell outlivesTheServer(Evidence seen) {
        String held = seen.callOf("a");
        long letGo = releasing(seen, held).orElse(Long.MAX_VALUE);
        boolean lost =
                seen.granted(seen.callOf("b")).filter(each -> each.at() < letGo).isPresent();
        if (lost) {
            return Cell.of(false, "granted to another" + (told(seen, held) ? ", and its holder was told" : ""));
        }
        return Cell.of(true, doubt(seen, held));
    }

    private static boolean told(Evidence seen, String call) {
        return seen.toldAfter(call, seen.brokenAt()).isPresent();
    }

    /** For how long the holder had to stop, which costs time and breaks nothing. */
    private static String doubt(Evidence seen, String call) {
        OptionalLong from = seen.toldAfter(call, seen.brokenAt());
        if (from.isEmpty()) {
            return "";
        }
        OptionalLong again = seen.all(Event.Held.class)
                .filter(each -> each.call().equals(call) && each.at() > from.getAsLong())
                .mapToLong(Event::at)
                .findFirst();
        return again.isPresent()
                ? "its holder had to stop for " + seconds(again.getAsLong() - from.getAsLong())
                : "its holder had to stop for good";
    }

    static Cell isToldInTime(Evidence seen) {
        String cutOff = seen.callOf("a");
        long granted = seen.granted(seen.callOf("b")).orElseThrow().at();
        OptionalLong told = seen.toldAfter(cutOff, seen.brokenAt());
        String asking = failedToAsk(seen, cutOff) ? "; asking failed" : "";
        if (told.isEmpty()) {
            return Cell.of(false, untold(seen).saw() + asking);
        }
        long before = granted - told.getAsLong();
        boolean inTime = before > 0 && seen.violations().isEmpty();
        return Cell.of(inTime, before > 0 ? seconds(before) + " before" : seconds(-before) + " after" + asking);
    }

    private static boolean failedToAsk(Evidence seen, String call) {
        return seen.all(Event.Unknown.class).anyMatch(each -> each.call().equals(call) && each.at() > seen.brokenAt());
    }

    static Cell isInOrder(Evidence seen) {
        List<String> asked = calls(seen, Event.Asked.class);
        long overtaken = 0;
        int furthest = -1;
        for (String granted : calls(seen, Event.Granted.class)) {
            overtaken += asked.indexOf(granted) < furthest ? 1 : 0;
            furthest = Math.max(furthest, asked.indexOf(granted));
        }
        String saw = overtaken == 0 ? "" : String.format(Locale.ROOT, "%d of %d overtaken", overtaken, Moments.WAITERS);
        if (seen.peer().waits() == Peer.Waits.IN_ORDER) {
            return Cell.of(overtaken == 0, saw);
        }
        return Cell.notApplicable("promises none; " + (overtaken == 0 ? "kept this time" : saw));
    }

    private static <E extends Event> List<String> calls(Evidence seen, Class<E> kind) {
        return seen.all(kind)
                .map(each -> each instanceof Event.Asked asked ? asked.call() : ((Event.Granted) each).call())
                .distinct()
                .toList();
    }

    static Cell handsOverSoon(Evidence seen) {
        long longest = 0;
        long released = Long.MAX_VALUE;
        for (Event event : seen.events()) {
            if (event instanceof Event.Releasing) {
                released = event.at();
            } else if (event instanceof Event.Granted) {
                longest = Math.max(longest, event.at() - released);
            }
        }
        return Cell.of(longest < SOON.toNanos(), Duration.ofNanos(longest).toMillis() + " ms at most");
    }

    private static OptionalLong releasing(Evidence seen, String call) {
        return seen.all(Event.Releasing.class)
                .filter(each -> each.call().equals(call))
                .mapToLong(Event::at)
                .findFirst();
    }
}
