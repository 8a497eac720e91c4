package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.Outage;
import io.lockkeeper.model.AgentDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether an agent is alive, as far as the console knows. */
public sealed interface AgentLife {

    /** It wrote within the last half minute. */
    record Alive(Instant lastWord) implements AgentLife {}

    /**
     * It should have written since: it died, hangs, or is cut off from MongoDB.
     *
     * @param since when it wrote last, or since when the console could hear it again
     */
    record Silent(Instant since) implements AgentLife {}

    /** Unknown: nothing can be promised. */
    record Unknown() implements AgentLife {}

    /** How long a live agent may write nothing: three heartbeats. */
    Duration SILENCE = AgentDocument.MISSED;

    /**
     * Judges by everything that the agent writes.
     *
     * @param beat when it wrote its own document last, or null if it has none
     * @param touch when it touched a lease or a waiter last, or null if that is not known
     * @param late whether one of its leases was not renewed in time
     * @param outage the last time in which the console could not have heard of it
     */
    static AgentLife of(@Nullable Instant beat, @Nullable Instant touch, boolean late, Outage outage, Instant now) {
        Instant lastWord = latest(beat, touch);
        if (lastWord == null) {
            return new Unknown();
        }
        if (!lastWord.plus(SILENCE).isBefore(now)) {
            return new Alive(lastWord);
        }
        Instant since = outage.countsFrom(lastWord, SILENCE);
        boolean longEnough = since.plus(SILENCE).isBefore(now);
        return longEnough && (beat != null || late) ? new Silent(since) : new Unknown();
    }

    /** The life in a word or three, for example "silent for 9 min 04 s". */
    default String words(Instant now) {
        return switch (this) {
            case Alive alive -> "alive";
            case Silent silent -> "silent for " + Formats.duration(Duration.between(silent.since, now));
            case Unknown unknown -> "unknown";
        };
    }

    private static @Nullable Instant latest(@Nullable Instant one, @Nullable Instant other) {
        return Optional.ofNullable(one)
                .filter(it -> other == null || it.isAfter(other))
                .orElse(other);
    }
}
