package io.lockkeeper.console.source;

import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.console.store.Keeping;
import io.lockkeeper.model.SystemDatabases;
import org.springframework.stereotype.Component;

/** Where no source can be: in MongoDB's own databases, and in the console's own, where users and API tokens are. */
@Component
final class ForbiddenPlaces {

    private final FirstCollection first;
    private final Keeping keeping;

    ForbiddenPlaces(FirstCollection first, Keeping keeping) {
        this.first = first;
        this.keeping = keeping;
    }

    /**
     * Refuses such a place.
     *
     * @throws RefusedException with the reason
     */
    void refuse(Place place) {
        String database = place.namespace().getDatabaseName();
        SystemDatabases.refusal(database).ifPresent(why -> {
            throw new RefusedException(why + ". Choose a database of your services.");
        });
        if (database.equalsIgnoreCase(keeping.database()) && first.isInItsCluster(place)) {
            throw new RefusedException(
                    "“%s” is the console's own database: its collections cannot be sources. Choose a database of your services."
                            .formatted(database));
        }
    }
}
