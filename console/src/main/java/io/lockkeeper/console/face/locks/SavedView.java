package io.lockkeeper.console.face.locks;

import com.vaadin.flow.router.QueryParameters;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A search, order and look of the list that a user has saved by name.
 *
 * @param query as it stands in an address
 * @param changedAt when it was last saved; null if an earlier version saved it
 */
public record SavedView(String name, String query, @Nullable Instant changedAt) {

    /** Keeps only what the list understands of an address. */
    public static SavedView of(String name, String address) {
        String understood =
                LockQuery.of(QueryParameters.fromString(address)).address().getQueryString();
        return new SavedView(name, understood, null);
    }

    /** What the next change has to name, to show that its author has seen this one. */
    public Instant version() {
        return Objects.requireNonNullElse(changedAt, Instant.EPOCH);
    }
}
