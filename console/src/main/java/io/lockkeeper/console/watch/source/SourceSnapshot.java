package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The locks of a source at one moment, as the first collection's board hands out its own. */
final class SourceSnapshot {

    private SourceSnapshot() {}

    static BoardSnapshot of(Watched watched, LockScope scope) {
        SourceSummary now = SourceSummary.of(watched);
        Optional<SourceBoard> board = watched.board();
        return new BoardSnapshot(
                now.at(),
                now.freshness(),
                new Listed(() -> board.map(it -> it.listed(now.at())).orElse(List.of())),
                new Listed(() -> board.map(it -> it.free(now.at())).orElse(List.of())),
                board.filter(it -> it.keepsFewFree(now.counts())).isPresent(),
                now.counts().held(),
                now.counts().waiting(),
                scope,
                now.trouble().isEmpty() ? now.counts().leftOut() : now.trouble());
    }

    /** Of a source that there is not. */
    static BoardSnapshot none(LockScope scope, Instant now) {
        Freshness unknown = Freshness.at(now, null, true);
        return new BoardSnapshot(now, unknown, List.of(), List.of(), false, 0, 0, scope, "");
    }

    /** Made once somebody reads it: there may be many locks, and a page whose order stands still reads none. */
    private static final class Listed extends AbstractList<LockView> {

        private final Supplier<List<LockView>> read;
        private @Nullable List<LockView> made;

        Listed(Supplier<List<LockView>> read) {
            this.read = read;
        }

        private synchronized List<LockView> made() {
            List<LockView> known = made == null ? read.get() : made;
            made = known;
            return known;
        }

        @Override
        public LockView get(int place) {
            return made().get(place);
        }

        @Override
        public int size() {
            return made().size();
        }
    }
}
