package io.lockkeeper.agent.store;

import io.lockkeeper.model.Snapshot;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a touch of many entries left.
 *
 * @param failure why the touch was not acknowledged, if it was not; only entries that carry its stamp count then
 * @param matched how many documents the touch matched, if it was acknowledged and the store reports it
 * @param locks the locks that were found, by name
 */
public record Touched(Optional<Reply.Failed> failure, OptionalLong matched, Map<String, Snapshot> locks) {

    public Touched(Optional<Reply.Failed> failure, Map<String, Snapshot> locks) {
        this(failure, OptionalLong.empty(), locks);
    }
}
