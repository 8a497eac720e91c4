package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.ask.incident.Happening;
import io.lockkeeper.console.ask.incident.Incident;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.remember.costs.Cost;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** An incident as text, to be pasted into a conversation. Its times name their zone. */
final class IncidentWords {

    /** What a message shows without being unfolded. */
    private static final int HAPPENINGS = 30;

    private static final int COSTS = 5;

    private IncidentWords() {}

    static String title(Incident incident) {
        Times times = Times.present();
        return "%s to %s".formatted(times.named(incident.from()), times.named(incident.until()));
    }

    static String chat(Incident incident) {
        List<Happening> all = incident.happenings();
        Stream<String> head = Stream.of("Incident " + title(incident), incident.sentence());
        Stream<String> costs = incident.costs().all().stream().limit(COSTS).map(IncidentWords::line);
        Stream<String> happened = all.stream().limit(HAPPENINGS).map(IncidentWords::line);
        Stream<String> more = all.size() > HAPPENINGS
                ? Stream.of(String.format(Locale.ROOT, "… and %,d more", all.size() - HAPPENINGS))
                : Stream.empty();
        return Stream.of(head, costs, happened, more)
                .flatMap(each -> each)
                .reduce((before, next) -> before + "\n" + next)
                .orElseThrow();
    }

    private static String line(Cost cost) {
        return "- " + CostWords.sentence(cost);
    }

    private static String line(Happening happening) {
        Times times = Times.present();
        return "%s %s: %s"
                .formatted(times.named(happening.at()), happening.kind().words(), happening.words(times));
    }
}
