package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.heartbeat.Live;
import io.lockkeeper.console.watch.source.CollectionFeed;
import io.lockkeeper.console.watch.source.SourceBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonValue;

/**
 * One of a source.
 *
 * @param document the id of its document, for there may be several of a name
 * @param scope of the operator
 */
record SourceLock(LockId id, Dialect dialect, BsonValue document, LockScope scope, SourceFeeds feeds)
        implements LiveLock {

    private Optional<Watched> source() {
        return feeds.find(scope, id.source());
    }

    private Optional<SourceBoard> board() {
        return source().flatMap(Watched::board);
    }

    @Override
    public Optional<ForeignLock> find() {
        return board().flatMap(board -> board.find(document));
    }

    @Override
    public Instant now() {
        return feeds.now(id.source());
    }

    /** By the lease itself: documents of its agents are not read. */
    @Override
    public AgentLife life(ForeignLock lock, Holder lease) {
        List<LockView> here = lock.own().stream()
                .map(own -> new LockView(own.name(), own, null))
                .toList();
        return source().flatMap(Watched::feed)
                .filter(feed -> feed.freshness().isLive())
                .map(CollectionFeed::lastOutage)
                .map(outage -> AgentLives.byLeases(here, outage, now()).apply(lease))
                .orElseGet(AgentLife.Unknown::new);
    }

    @Override
    public List<String> alsoHeldBy(String agent) {
        return board().map(SourceBoard::ownInUse).orElse(List.of()).stream()
                .filter(lock -> !lock.name().equals(id.name()))
                .filter(lock -> lock.holders().stream()
                        .anyMatch(holder -> holder.owner().agent().equals(agent)))
                .map(LockView::name)
                .sorted()
                .toList();
    }

    @Override
    public <T> void follow(Component dialog, Supplier<T> look, Consumer<T> show) {
        Live.<Instant, T>follow(dialog, feeds::subscribe, at -> look.get(), show);
    }
}
