package io.lockkeeper.console.locks;

/**
 * What the list shows, and how, that a user has given a name.
 *
 * @param query as it stands in an address
 */
record SavedView(String name, String query) {}
