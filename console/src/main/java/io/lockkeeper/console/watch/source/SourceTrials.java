package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Dialects;
import java.util.List;
import org.springframework.stereotype.Component;

/** Tests for administrators what the console can do with a collection, before or after it becomes a source. Waits for MongoDB. */
@Component
public class SourceTrials {

    private final Clusters clusters;
    private final Dialects dialects;
    private final ForbiddenPlaces forbidden;

    SourceTrials(Clusters clusters, Dialects dialects, ForbiddenPlaces forbidden) {
        this.forbidden = forbidden;
        this.clusters = clusters;
        this.dialects = dialects;
    }

    /**
     * Tests a collection that is no source yet. New sources are read-only.
     *
     * @throws InvalidException if there is no such dialect or cluster
     * @throws io.lockkeeper.console.ground.refusal.RefusedException if no source can be there
     */
    public List<TrialLine> of(Place place, String dialect) {
        forbidden.refuse(place);
        return of(place, dialect, false);
    }

    public List<TrialLine> of(LockSource source) {
        return of(source.place(), source.dialect(), source.isReleasable());
    }

    private List<TrialLine> of(Place place, String id, boolean releasable) {
        AdminCheck.present();
        Dialect dialect =
                dialects.find(id).orElseThrow(() -> new InvalidException("There is no dialect “%s”.".formatted(id)));
        return SourceTrial.of(clusters.get(place.cluster()), place, dialect, WritePart.of(dialect, releasable));
    }
}
