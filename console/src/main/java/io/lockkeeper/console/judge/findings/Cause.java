package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.scope.LockId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Findings that have one cause, of which the most urgent is shown: what is the same of each lease of an agent, and the waits behind such a
 * lease.
 *
 * @param others the others, the most urgent first
 */
public record Cause(Finding first, List<Finding> others) {

    /** The causes of these findings, in the order of the most urgent of each. */
    static List<Cause> of(List<Finding> findings) {
        Map<LockId, String> held = new HashMap<>();
        findings.forEach(it ->
                it.of().filter(lock -> it.agent() != null).ifPresent(lock -> held.putIfAbsent(lock, ofAgent(it))));
        Map<String, List<Finding>> causes = new LinkedHashMap<>();
        findings.forEach(it -> causes.computeIfAbsent(key(it, held), unused -> new ArrayList<>())
                .add(it));
        return causes.values().stream()
                .map(all -> new Cause(all.getFirst(), List.copyOf(all.subList(1, all.size()))))
                .toList();
    }

    private static String key(Finding finding, Map<LockId, String> held) {
        if (finding.agent() != null) {
            return ofAgent(finding);
        }
        return Optional.of(finding)
                .filter(it -> it.kind().isOfWaiters())
                .flatMap(Finding::of)
                .map(held::get)
                .orElseGet(finding::id);
    }

    private static String ofAgent(Finding finding) {
        return finding.kind() + Detected.SEPARATOR + finding.agent();
    }

    /** All of them, the most urgent first. */
    List<Finding> all() {
        List<Finding> all = new ArrayList<>(others);
        all.addFirst(first);
        return all;
    }
}
