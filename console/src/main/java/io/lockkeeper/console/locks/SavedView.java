package io.lockkeeper.console.locks;

import com.vaadin.flow.router.QueryParameters;

/**
 * What the list shows, and how, that a user has given a name.
 *
 * @param query as it stands in an address
 */
public record SavedView(String name, String query) {

    /** Under the name, with no more of an address than the list understands. */
    public static SavedView of(String name, String address) {
        return new SavedView(
                name,
                LockQuery.of(QueryParameters.fromString(address)).address().getQueryString());
    }
}
