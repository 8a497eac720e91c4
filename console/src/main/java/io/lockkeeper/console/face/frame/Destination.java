package io.lockkeeper.console.face.frame;

/**
 * A place that a user can go to.
 *
 * @param kind what it is, in one word
 * @param title its name
 * @param about what else distinguishes it; may be empty
 * @param address from the console's root on
 */
record Destination(String kind, String title, String about, String address) {}
