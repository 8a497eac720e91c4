package io.lockkeeper.console.locks;

import com.vaadin.flow.router.QueryParameters;

/**
 * A search, order and look of the list that a user has saved by name.
 *
 * @param query as it stands in an address
 */
public record SavedView(String name, String query) {

    /** Keeps only what the list understands of an address. */
    public static SavedView of(String name, String address) {
        return new SavedView(
                name,
                LockQuery.of(QueryParameters.fromString(address)).address().getQueryString());
    }
}
