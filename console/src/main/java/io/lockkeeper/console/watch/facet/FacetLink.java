package io.lockkeeper.console.watch.facet;

/**
 * A link to where more is known.
 *
 * @param title what it leads to, in words
 */
public record FacetLink(String title, String address) {}
