package io.lockkeeper.console.judge.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the findings to {@value #MOST} of a kind and collection: each is stored, shown and perhaps sent, and any user who may write locks
 * can raise any number. Known ones stay; one more counts those left out.
 */
final class FindingsBound {

    static final int MOST = 1_000;

    private FindingsBound() {}

    private record Group(Kind kind, String source) {}

    /** @param known the ids of those of the last pass */
    static List<Detected> within(List<Detected> detected, Set<String> known) {
        Map<Group, List<Detected>> groups = new LinkedHashMap<>();
        detected.forEach(each -> groups.computeIfAbsent(new Group(each.kind(), each.source()), it -> new ArrayList<>())
                .add(each));
        List<Detected> kept = new ArrayList<>();
        groups.values().forEach(group -> kept.addAll(first(group, known)));
        if (kept.size() < detected.size()) {
            kept.add(beyond(detected.size(), detected.size() - kept.size()));
        }
        return kept;
    }

    private static Detected beyond(int all, int beyond) {
        return new Detected(
                Kind.NOT_ALL_KEPT,
                null,
                "findings",
                String.format(
                        Locale.ROOT,
                        "Of %,d findings, %,d are not listed: at most %,d of a kind and collection are.",
                        all,
                        beyond,
                        MOST));
    }

    private static List<Detected> first(List<Detected> group, Set<String> known) {
        return group.size() <= MOST
                ? group
                : group.stream()
                        .sorted(Comparator.comparing(it -> !known.contains(it.id())))
                        .limit(MOST)
                        .toList();
    }
}
