package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.ground.formats.Formats;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which versions run where, side by side.
 *
 * @param columns the versions that have a column of their own, the newest first
 * @param older how many more there are
 * @param processes how many processes report their version
 * @param newest how many of them run the newest
 * @param moving how many processes that live hold locks of another kind as well
 * @param movingFrom which locks those are
 * @param lines the services of which a version is known
 */
record UpgradeFacts(
        List<String> columns,
        int older,
        int processes,
        int newest,
        int moving,
        List<String> movingFrom,
        List<Line> lines) {

    /** How many versions stand side by side; a deployment has two. */
    private static final int COLUMNS = 4;

    record Line(String service, List<VersionShare> versions) {

        Optional<VersionShare> of(String version) {
            return versions.stream()
                    .filter(each -> each.version().equals(version))
                    .findFirst();
        }

        int processes() {
            return versions.stream().mapToInt(VersionShare::processes).sum();
        }
    }

    static UpgradeFacts of(AgentsPicture picture) {
        List<VersionShare> all = picture.versions();
        List<String> moving = picture.agents()
                .filter(agent -> !agent.isSilent())
                .map(JudgedAgent::outerLocks)
                .filter(locks -> !locks.isEmpty())
                .toList();
        return new UpgradeFacts(
                all.stream().limit(COLUMNS).map(VersionShare::version).toList(),
                Math.max(0, all.size() - COLUMNS),
                all.stream().mapToInt(VersionShare::processes).sum(),
                all.isEmpty() ? 0 : all.getFirst().processes(),
                moving.size(),
                moving.stream().distinct().sorted().toList(),
                picture.services().stream()
                        .filter(service -> !service.versions().isEmpty())
                        .map(service -> new Line(service.name(), service.versions()))
                        .toList());
    }

    UpgradeFacts first(int most) {
        return new UpgradeFacts(columns, older, processes, newest, moving, movingFrom, lines.subList(0, most));
    }

    boolean isMixed() {
        return columns.size() > 1;
    }

    /** For example "9 of 13 processes that live run 0.1.0, the newest version here."; empty if no version is known. */
    String sentence() {
        if (columns.isEmpty()) {
            return "";
        }
        if (isMixed()) {
            return String.format(
                    Locale.ROOT,
                    "%,d of %,d processes that live run %s, the newest version here.",
                    newest,
                    processes,
                    columns.getFirst());
        }
        return processes == 1
                ? "The one process that lives runs %s.".formatted(columns.getFirst())
                : String.format(Locale.ROOT, "All %,d processes that live run %s.", processes, columns.getFirst());
    }

    /** How many processes still hold locks of another library as well, while services migrate from it; empty for none. */
    String bridging() {
        return moving == 0
                ? ""
                : "%s locks of another kind as well: %s."
                        .formatted(
                                moving == 1
                                        ? "1 process that lives still holds"
                                        : String.format(Locale.ROOT, "%,d processes that live still hold", moving),
                                Formats.visible(String.join(", ", movingFrom)));
    }
}
