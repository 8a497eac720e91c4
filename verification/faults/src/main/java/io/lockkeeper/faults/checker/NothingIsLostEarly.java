package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * No lease is lost before the deadline that its holder knew, except by an eviction aimed at it, and by a host agent that was asked to end and
 * says so.
 */
final class NothingIsLostEarly implements Rule {

    /** What the processes of a host agent hear when it ends. */
    private static final String HOST_AGENT_ENDED = "HostAgentEnded";

    static final String NAME = "no lease is lost before its deadline without an eviction";

    @Override
    public List<Violation> check(Past past) {
        Map<String, Long> deadlines = new HashMap<>();
        List<Violation> found = new ArrayList<>();
        for (Event event : past.events()) {
            switch (event) {
                case Event.Granted each -> deadlines.merge(each.call(), each.at() + each.remainingNanos(), Math::max);
                case Event.Held each -> deadlines.merge(each.call(), each.at() + each.remainingNanos(), Math::max);
                case Event.Releasing each -> deadlines.remove(each.call());
                case Event.NotHeld each
                when isEarly(each.at(), deadlines.get(each.call())) -> {
                    if (!wasEvicted(past, each.call()) && !endedWithItsHostAgent(past, each.call())) {
                        found.add(violation(past, each, each.call(), "isHeld() said no"));
                    }
                }
                case Event.Lost each
                when isWrong(past, each, deadlines.get(each.call())) ->
                    found.add(violation(past, each, each.call(), each.detail()));
                default -> {}
            }
        }
        return found;
    }

    private static boolean isEarly(long at, @Nullable Long deadline) {
        return deadline != null && at < deadline;
    }

    private static boolean isWrong(Past past, Event.Lost lost, @Nullable Long deadline) {
        return switch (lost.cause()) {
            case "Expired" -> isEarly(lost.at(), deadline);
            case "TakenOver", "Evicted" -> past.granted(lost.call()).isPresent() && !wasEvicted(past, lost.call());
            default -> false;
        };
    }

    private static boolean wasEvicted(Past past, String call) {
        return past.granted(call)
                .filter(each ->
                        past.evictions(each.lock(), each.token()).findAny().isPresent())
                .isPresent();
    }

    private static boolean endedWithItsHostAgent(Past past, String call) {
        return past.all(Event.Lost.class)
                .anyMatch(lost -> lost.call().equals(call) && lost.cause().equals(HOST_AGENT_ENDED));
    }

    private static Violation violation(Past past, Event event, String call, String why) {
        String lock = past.granted(call).map(Event.Granted::lock).orElse("?");
        return new Violation(NAME, event.at(), "%s lost %s: %s".formatted(call, lock, why));
    }
}
