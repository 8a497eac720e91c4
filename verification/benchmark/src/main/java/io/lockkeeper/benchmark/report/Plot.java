package io.lockkeeper.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A section's main figure as bars in SVG, with a line from the least to the most of the rounds; legible on light and on dark. */
final class Plot {

    private static final int WIDTH = 860;
    private static final int LEFT = 330;
    private static final int RIGHT = 90;
    private static final int BAR = 16;
    private static final int STEP = 26;
    private static final int TOP = 44;

    private final Section section;
    private final List<Subject> subjects;
    private final double most;

    Plot(Section section) {
        this.section = section;
        this.subjects = section.subjects().stream()
                .filter(subject -> section.series(subject, section.main()).isPresent())
                .toList();
        this.most = subjects.stream()
                .mapToDouble(subject -> series(subject).most())
                .max()
                .orElse(1);
    }

    String svg() {
        int height = TOP + STEP * subjects.size() + 10;
        List<String> parts = new ArrayList<>();
        parts.add(String.format(
                Locale.ROOT,
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="%3$s">
                <style>
                text { font: 13px system-ui, sans-serif; fill: #57606a }
                .title { font-weight: 600; font-size: 15px }
                .bar { fill: #8b98a9 } .own { fill: #2f81f7 } .spread { stroke: #57606a; stroke-width: 1.5 }
                @media (prefers-color-scheme: dark) { text { fill: #c9d1d9 } .bar { fill: #6e7b8b } .own { fill: #58a6ff } .spread { stroke: #c9d1d9 } }
                </style>
                <text class="title" x="10" y="24">%3$s</text>\
                """,
                WIDTH,
                height,
                escaped(section.title() + ": " + section.main().name())));
        for (int i = 0; i < subjects.size(); i++) {
            parts.add(bar(subjects.get(i), TOP + STEP * i));
        }
        parts.add("</svg>\n");
        return String.join("\n", parts);
    }

    private String bar(Subject subject, int y) {
        Series series = series(subject);
        return String.format(
                Locale.ROOT,
                """
                <text x="%d" y="%d" text-anchor="end">%s</text>
                <rect class="bar%s" x="%d" y="%d" width="%s" height="%d" rx="2"/>
                <path class="spread" d="M%s %dH%s"/>
                <text x="%s" y="%d">%s</text>\
                """,
                LEFT - 10,
                y + 13,
                escaped(subject.peer() + " · " + subject.where()),
                subject.peer().startsWith("Lockkeeper") ? " own" : "",
                LEFT,
                y,
                number(length(series.median())),
                BAR,
                number(LEFT + length(series.least())),
                y + BAR / 2,
                number(LEFT + length(series.most())),
                number(LEFT + length(series.most()) + 8),
                y + 13,
                section.main().show(series.median()));
    }

    private Series series(Subject subject) {
        return section.series(subject, section.main()).orElseThrow();
    }

    private double length(double value) {
        return (WIDTH - LEFT - RIGHT) * value / most;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
