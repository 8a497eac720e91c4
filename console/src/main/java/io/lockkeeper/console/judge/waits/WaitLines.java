package io.lockkeeper.console.judge.waits;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tree as lines, from the top. Of a lock's waiters that block no others, only the first few are listed until more are asked for. */
final class WaitLines {

    /** Enough to read; the summary counts all. */
    static final int MOST = 2_000;

    private static final int FIRST = 3;

    private final WaitPicture picture;
    private final Set<String> opened;
    private final Set<AgentThread> circular;
    private final List<WaitLine> lines = new ArrayList<>();
    private final Deque<Object> next = new ArrayDeque<>();

    private WaitLines(WaitPicture picture, Set<String> opened) {
        this.picture = picture;
        this.opened = opened;
        circular = picture.circular();
    }

    /** @param opened the locks of which all waiters are listed */
    static List<WaitLine> of(WaitPicture picture, WaitQuery query, Set<String> opened) {
        WaitLines lines = new WaitLines(picture, opened);
        for (Branch root : picture.roots()) {
            if (lines.lines.size() >= MOST) {
                break;
            }
            if (query.isAll() || query.matches(root)) {
                lines.add(root);
            }
        }
        return lines.lines;
    }

    private void add(Branch root) {
        next.addFirst(root);
        while (!next.isEmpty() && lines.size() < MOST) {
            switch (next.removeFirst()) {
                case Branch branch -> {
                    lines.add(WaitLine.of(branch, picture, circular.contains(branch.who())));
                    below(branch).reversed().forEach(next::addFirst);
                }
                case WaitLine more -> lines.add(more);
                default -> throw new IllegalStateException("neither a branch nor a line");
            }
        }
        next.clear();
    }

    private List<Object> below(Branch branch) {
        Map<String, List<Branch>> byLock = new LinkedHashMap<>();
        branch.below()
                .forEach(child -> byLock.computeIfAbsent(lock(child), name -> new ArrayList<>())
                        .add(child));
        Map<String, Integer> unlisted = new HashMap<>();
        branch.locks().forEach(lock -> unlisted.put(lock.name(), lock.unlisted()));
        List<Object> below = new ArrayList<>();
        byLock.forEach((lock, children) -> {
            int left = add(lock, children, below) + unlisted.getOrDefault(lock, 0);
            if (left > 0) {
                below.add(WaitLine.several(lock, branch.depth() + 1, left));
            }
        });
        return below;
    }

    /** Adds the lines, and returns how many were left out. */
    private int add(String lock, List<Branch> children, List<Object> below) {
        int first = opened.contains(lock) ? Integer.MAX_VALUE : FIRST;
        int alone = 0;
        for (Branch child : children) {
            if (!child.locks().isEmpty() || alone++ < first) {
                below.add(child);
            }
        }
        return Math.max(0, alone - first);
    }

    private static String lock(Branch child) {
        Waiting waiting = child.waiting();
        return waiting == null ? "" : waiting.name();
    }
}
