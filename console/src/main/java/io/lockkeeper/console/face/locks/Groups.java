package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ask.locks.Grouping;
import io.lockkeeper.console.ask.locks.ListLook;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Severity;
import io.lockkeeper.console.watch.board.Lock;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;
import java.util.function.Function;

/**
 * Puts the list's locks together in groups. The group whose first lock stands first is the first, and within a group the order
 * stays: with what worries first, the groups that worry stand first.
 */
final class Groups {

    private final Set<String> turned = new HashSet<>();
    private final Function<String, Lock> board;
    private ListLook look = ListLook.USUAL;
    private List<String> grouped = List.of();
    private Map<String, Finding> judged = Map.of();
    private List<Line> lines = List.of();

    /** @param board answers what a lock is now */
    Groups(Function<String, Lock> board) {
        this.board = board;
    }

    void look(ListLook wanted) {
        if (look.group() != wanted.group() || look.folded() != wanted.folded()) {
            turned.clear();
        }
        look = wanted;
        grouped = List.of();
        lines = List.of();
    }

    /** Opens a group, or folds it. */
    void turn(String key) {
        if (!turned.remove(key)) {
            turned.add(key);
        }
        grouped = List.of();
        lines = List.of();
    }

    /** @param worst the worst finding of each lock that has any */
    @SuppressWarnings(
            "ReferenceEquality") // another list is another order; to compare 100,000 locks costs more than to group
    // them
    List<Line> of(List<String> locks, Map<String, Finding> worst) {
        if (look.group() == Grouping.NONE) {
            return new Ungrouped(locks);
        }
        if (locks != grouped || worst != judged) {
            grouped = locks;
            judged = worst;
            lines = lines(locks, worst);
        }
        return lines;
    }

    /** Makes lines only when they are read: there may be many locks. */
    private static final class Ungrouped extends AbstractList<Line> implements RandomAccess {

        private final List<String> locks;

        Ungrouped(List<String> locks) {
            this.locks = locks;
        }

        @Override
        public Line get(int place) {
            return new Line.Of(locks.get(place));
        }

        @Override
        public int size() {
            return locks.size();
        }
    }

    private List<Line> lines(List<String> locks, Map<String, Finding> worst) {
        Map<String, List<Lock>> groups = new LinkedHashMap<>();
        locks.stream()
                .map(board)
                .forEach(lock -> groups.computeIfAbsent(look.group().of(lock), unused -> new ArrayList<>())
                        .add(lock));
        List<Line> made = new ArrayList<>();
        groups.forEach((group, members) -> {
            GroupHead head = head(group, members, worst);
            made.add(new Line.Head(head));
            if (!head.folded()) {
                members.forEach(lock -> made.add(new Line.Of(lock.name())));
            }
        });
        return made;
    }

    private GroupHead head(String group, List<Lock> members, Map<String, Finding> worst) {
        String key = GroupHead.key(group);
        List<Finding> found = members.stream()
                .map(lock -> Optional.ofNullable(worst.get(lock.name())))
                .flatMap(Optional::stream)
                .toList();
        return new GroupHead(
                key,
                group.isEmpty() ? look.group().otherwise() : Formats.visible(group),
                members.size(),
                members.stream().mapToInt(Lock::waiters).sum(),
                found.size(),
                found.stream()
                        .map(each -> each.kind().severity())
                        .min(Comparator.naturalOrder())
                        .map(Severity::css)
                        .orElse(""),
                look.folded() != turned.contains(key));
    }
}
