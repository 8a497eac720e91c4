package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.judge.waits.WaitDrawing.Arrow;
import io.lockkeeper.console.judge.waits.WaitDrawing.Box;
import io.lockkeeper.console.judge.waits.WaitDrawing.Graph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Turns the lines of the tree into boxes for threads and locks, and arrows for waiting and holding. */
final class GraphOfLines {

    /** A larger graph is unreadable. */
    static final int MOST_LINES = 60;

    private static final int HOLDERS = 5;

    private final WaitPicture picture;
    private final Set<Object> circular = new HashSet<>();
    private final Map<Object, Box> boxes = new LinkedHashMap<>();
    private final Set<Arrow> arrows = new LinkedHashSet<>();

    /** A step of a deadlock: from a waiter to the lock, or from the lock to its holder. */
    private record Step(Object from, Object to) {}

    private GraphOfLines(WaitPicture picture) {
        this.picture = picture;
        picture.deadlocks().stream()
                .flatMap(deadlock -> deadlock.circle().stream())
                .forEach(link -> {
                    circular.add(new Step(link.waiting().who(), link.waiting().name()));
                    circular.add(new Step(link.waiting().name(), link.next().who()));
                });
    }

    static Graph of(List<WaitLine> lines, WaitPicture picture) {
        GraphOfLines graph = new GraphOfLines(picture);
        lines.stream().limit(MOST_LINES).forEach(graph::add);
        return new Graph(new ArrayList<>(graph.boxes.values()), new ArrayList<>(graph.arrows));
    }

    private void add(WaitLine line) {
        Branch branch = line.branch();
        if (branch == null) {
            Box several = box(line, String.format(Locale.ROOT, "%,d more", line.several()), "", "several");
            arrows.add(new Arrow(several.id(), lock(line.lock()).id(), ""));
            return;
        }
        AgentThread who = branch.who();
        if (who != null) {
            String mark = line.mark() == null ? "" : line.mark().css();
            box(who, who.process(), Formats.visible(who.thread()), "party " + mark);
        }
        if (branch.waiting() != null) {
            waits(branch.waiting());
        }
        branch.locks().forEach(this::held);
        line.possible().forEach(other -> {
            waits(other);
            arrows.add(new Arrow(
                    party(branch.holds().getFirst().who()).id(),
                    party(other.who()).id(),
                    "possible"));
        });
    }

    private void waits(Waiting waiting) {
        arrow(waiting.who(), party(waiting.who()), waiting.name(), lock(waiting.name()));
    }

    private void held(Wanted lock) {
        lock.holders().stream()
                .limit(HOLDERS)
                .forEach(held -> arrow(lock.name(), lock(lock.name()), held.who(), party(held.who())));
    }

    private void arrow(Object from, Box fromBox, Object to, Box toBox) {
        arrows.add(new Arrow(fromBox.id(), toBox.id(), circular.contains(new Step(from, to)) ? "circular" : ""));
    }

    private Box party(AgentThread who) {
        String mark = picture.graph().waitOf(who) == null ? Mark.HOLDS.css() : Mark.WAITS.css();
        return box(who, who.process(), Formats.visible(who.thread()), "party " + mark);
    }

    private Box lock(String name) {
        return box(name, Formats.name(name), "", "lock");
    }

    private Box box(Object what, String title, String text, String css) {
        return boxes.computeIfAbsent(what, it -> new Box("b" + boxes.size(), title, text, css));
    }
}
