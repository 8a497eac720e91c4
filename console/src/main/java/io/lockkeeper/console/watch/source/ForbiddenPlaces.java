package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.model.SystemDatabases;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Where no source can be: in MongoDB's own databases, and in the console's own, where users and API tokens are. */
@Component
final class ForbiddenPlaces {

    private final FirstCollection first;
    private final Supplier<String> own;

    @Autowired
    ForbiddenPlaces(FirstCollection first, ConsolePrivileges keeping) {
        this(first, keeping::database);
    }

    /** @param own the name of the console's own database */
    ForbiddenPlaces(FirstCollection first, Supplier<String> own) {
        this.first = first;
        this.own = own;
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
        if (isOwn(place)) {
            throw new RefusedException(
                    "“%s” is the console's own database: its collections cannot be sources. Choose a database of your services."
                            .formatted(database));
        }
    }

    /** Whether the place is in the console's own database. */
    boolean isOwn(Place place) {
        return place.namespace().getDatabaseName().equalsIgnoreCase(own.get()) && first.isInItsCluster(place);
    }
}
