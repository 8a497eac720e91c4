package io.lockkeeper.console.locks;

/**
 * A search, order and filter of the list that a user has given a name.
 *
 * @param query as it stands in an address
 */
record SavedView(String name, String query) {}
