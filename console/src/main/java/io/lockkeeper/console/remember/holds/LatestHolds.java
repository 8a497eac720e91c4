package io.lockkeeper.console.remember.holds;

import java.util.List;

/**
 * The last holds of a lock of a source.
 *
 * @param holds those that have ended, the one that ended last first
 * @param more whether there are more of them
 * @param gaps the times since the oldest of them ended of which nothing of the source is recorded, the earliest first
 */
public record LatestHolds(List<HoldRecord> holds, boolean more, List<SourceGap> gaps) {}
