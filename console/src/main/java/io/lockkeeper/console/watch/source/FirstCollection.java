package io.lockkeeper.console.watch.source;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The console's first collection, which its settings name, with the board and the feed that the whole console shares. */
@Component
final class FirstCollection {

    private final Watched watched;

    FirstCollection(MongoDatabase locks, Clusters clusters, Board board, Pulse pulse, SharedChanges shared) {
        Cluster own = clusters.get(null);
        LockSource source = LockSource.first(locks.getName());
        CollectionFeed feed = CollectionFeed.of(own, source, board, pulse, shared);
        watched = new Watched(source, Optional.of(feed), Optional.of(board), "", own.clock());
    }

    Watched watched() {
        return watched;
    }
}
