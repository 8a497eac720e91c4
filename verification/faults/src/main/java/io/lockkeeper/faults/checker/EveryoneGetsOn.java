package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who waits gets on: a call that is due is answered by then, and no call waits on through a stretch, longer than the bound, in
 * which nothing was broken.
 */
final class EveryoneGetsOn implements Rule {

    static final String NAME = "every waiter gets on within the bound";

    private record Quiet(long from, long until) {}

    @Override
    public List<Violation> check(Past past) {
        Map<String, Long> ends = ends(past);
        List<Violation> found = new ArrayList<>();
        past.all(Event.Due.class)
                .filter(due -> past.granted(due.call())
                        .filter(each -> each.at() <= due.by())
                        .isEmpty())
                .forEach(due -> found.add(
                        new Violation(NAME, due.by(), "%s was not granted when it was due".formatted(due.call()))));
        long last = past.events().isEmpty() ? 0 : past.events().getLast().at();
        for (Quiet quiet : quiets(past, last)) {
            past.all(Event.Asked.class)
                    .filter(asked -> asked.at() <= quiet.until && !asked.lock().startsWith("long"))
                    .filter(asked -> waitedThrough(asked, quiet, ends.getOrDefault(asked.call(), last), past.bounds()))
                    .forEach(asked -> found.add(new Violation(
                            NAME,
                            quiet.until,
                            "%s still waited for %s with nothing in the way".formatted(asked.call(), asked.lock()))));
        }
        return found;
    }

    private static boolean waitedThrough(Event.Asked asked, Quiet quiet, long end, Bounds bounds) {
        long from = Math.max(asked.at(), quiet.from);
        return Math.min(end, quiet.until) - from > bounds.getsOn().toNanos();
    }

    /** When each call was answered, or its client ended. */
    private static Map<String, Long> ends(Past past) {
        Map<String, Long> clients = new HashMap<>();
        past.all(Event.Ended.class).forEach(each -> clients.put(each.client(), each.at()));
        Map<String, Long> ends = new HashMap<>();
        past.all(Event.Asked.class)
                .filter(each -> clients.containsKey(each.client()))
                .forEach(each -> ends.put(each.call(), clients.get(each.client())));
        past.all(Event.Granted.class).forEach(each -> ends.put(each.call(), each.at()));
        past.all(Event.Refused.class).forEach(each -> ends.put(each.call(), each.at()));
        past.all(Event.Unknown.class).forEach(each -> ends.put(each.call(), each.at()));
        return ends;
    }

    private static List<Quiet> quiets(Past past, long last) {
        List<Quiet> quiets = new ArrayList<>();
        int open = 0;
        long since = Long.MIN_VALUE;
        for (Event event : past.events()) {
            if (event instanceof Event.FaultOn) {
                if (open++ == 0 && since != Long.MIN_VALUE) {
                    quiets.add(new Quiet(since, event.at()));
                }
            } else if (event instanceof Event.FaultOff && (open = Math.max(0, open - 1)) == 0) {
                since = event.at();
            }
        }
        if (open == 0 && since != Long.MIN_VALUE) {
            quiets.add(new Quiet(since, last));
        }
        return quiets;
    }
}
