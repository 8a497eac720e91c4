package io.lockkeeper.console.face.frame;

/**
 * A link in the menu of a user who is logged in by other means than a password, in place of those about passwords.
 *
 * @param address where it leads, from the console's path on
 */
public record FrameLink(String title, String address) {}
