package io.lockkeeper.faults.report;

import io.lockkeeper.faults.checker.Violation;
import io.lockkeeper.faults.history.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The picture of who held what while which fault was on, as one SVG: a band a lock, a bar a lease, a stripe a fault. */
final class Timeline {

    /** How much of the end of a run is shown. */
    static final Duration SHOWN = Duration.ofMinutes(3);

    private static final int PIXELS_A_SECOND = 40;
    private static final int LEFT = 110;
    private static final int TOP = 44;
    private static final int LANE = 9;
    private static final int COLOURS = 8;

    private final long from;
    private final StringBuilder svg = new StringBuilder();

    private record Bar(String lock, String client, String call, long token, long from, long until) {}

    private Timeline(long from) {
        this.from = from;
    }

    static String of(List<Event> events, Collection<Violation> violations) {
        long last = events.stream().mapToLong(Event::at).max().orElse(0);
        long first = events.stream()
                .mapToLong(Event::at)
                .filter(at -> last - at < SHOWN.toNanos())
                .min()
                .orElse(last);
        return new Timeline(first).draw(events, violations, last);
    }

    private String draw(List<Event> events, Collection<Violation> violations, long last) {
        Map<String, List<Bar>> locks = bars(events);
        int y = TOP;
        StringBuilder bands = new StringBuilder();
        for (Map.Entry<String, List<Bar>> lock : locks.entrySet()) {
            y = band(bands, lock.getKey(), lock.getValue(), y);
        }
        int bottom = y;
        int width = LEFT + x(last) + 20;
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' role='img' aria-label='Who held what'>",
                width,
                bottom + 24));
        faults(events, bottom, last);
        svg.append(bands);
        violations.stream()
                .filter(each -> each.at() >= from)
                .forEach(each -> svg.append(String.format(
                        Locale.ROOT,
                        "<line class='violation' x1='%d' x2='%d' y1='%d' y2='%d'><title>%s</title></line>",
                        LEFT + x(each.at()),
                        LEFT + x(each.at()),
                        TOP,
                        bottom,
                        Page.text(each.text()))));
        seconds(bottom, last);
        return svg.append("</svg>").toString();
    }

    private Map<String, List<Bar>> bars(List<Event> events) {
        Map<String, Event.Granted> grants = new LinkedHashMap<>();
        Map<String, Long> until = new HashMap<>();
        for (Event event : events) {
            if (event instanceof Event.Granted each
                    && each.at() >= from
                    && !each.lock().startsWith("long-")) {
                grants.put(each.call(), each);
            } else if (event instanceof Event.Held each) {
                until.put(each.call(), each.at());
            }
        }
        return grants.values().stream()
                .map(each -> new Bar(
                        each.lock(),
                        each.client(),
                        each.call(),
                        each.token(),
                        each.at(),
                        until.getOrDefault(each.call(), each.at())))
                .collect(Collectors.groupingBy(Bar::lock, TreeMap::new, Collectors.toList()));
    }

    /** Leases that overlap, as they may where several fit, stand below each other. */
    private int band(StringBuilder bands, String lock, List<Bar> bars, int y) {
        List<Long> lanes = new ArrayList<>();
        bands.append(
                String.format(Locale.ROOT, "<text class='lock' x='4' y='%d'>%s</text>", y + LANE, Page.text(lock)));
        for (Bar bar : bars) {
            int lane = 0;
            while (lane < lanes.size() && lanes.get(lane) > bar.from) {
                lane++;
            }
            if (lane == lanes.size()) {
                lanes.add(bar.until);
            }
            lanes.set(lane, bar.until);
            bands.append(String.format(
                    Locale.ROOT,
                    "<rect class='c%d' x='%d' y='%d' width='%d' height='%d'><title>%s of %s, token %d, %d"
                            + " ms</title></rect>",
                    Math.floorMod(bar.client.hashCode(), COLOURS),
                    LEFT + x(bar.from),
                    y + lane * LANE,
                    Math.max(1, x(bar.until) - x(bar.from)),
                    LANE - 2,
                    Page.text(bar.call),
                    Page.text(bar.client),
                    bar.token,
                    (bar.until - bar.from) / 1_000_000));
        }
        return y + lanes.size() * LANE + 8;
    }

    private void faults(List<Event> events, int bottom, long last) {
        for (Event event : events) {
            if (event instanceof Event.FaultOn on && on.at() >= from) {
                long off = events.stream()
                        .filter(each -> each instanceof Event.FaultOff end
                                && end.fault().equals(on.fault())
                                && end.at() > on.at())
                        .mapToLong(Event::at)
                        .min()
                        .orElse(last);
                svg.append(String.format(
                        Locale.ROOT,
                        "<rect class='fault' x='%d' y='20' width='%d' height='%d'><title>%s</title></rect>",
                        LEFT + x(on.at()),
                        Math.max(2, x(off) - x(on.at())),
                        bottom - 20,
                        Page.text(on.target())));
                svg.append(String.format(
                        Locale.ROOT,
                        "<text class='fault' x='%d' y='34'>%s</text>",
                        LEFT + x(on.at()) + 3,
                        Page.text(on.fault())));
            }
        }
    }

    private void seconds(int bottom, long last) {
        for (int second = 0; from + second * 1_000_000_000L <= last; second += 5) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text class='second' x='%d' y='%d'>%d s</text>",
                    LEFT + second * PIXELS_A_SECOND,
                    bottom + 14,
                    second));
        }
    }

    private int x(long at) {
        return (int) ((at - from) * PIXELS_A_SECOND / 1_000_000_000L);
    }
}
