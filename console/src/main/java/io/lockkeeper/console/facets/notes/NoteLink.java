package io.lockkeeper.console.facets.notes;

/**
 * A link of a note.
 *
 * @param title what it leads to, in words
 * @param address where it leads: in a stored note a template, with a lock's fields in braces
 */
record NoteLink(String title, String address) {}
