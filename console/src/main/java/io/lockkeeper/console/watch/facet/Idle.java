package io.lockkeeper.console.watch.facet;

/**
 * What is said of a lock that has no document, and is free.
 *
 * @param brief its state in a word
 * @param atLength the same where there is room
 * @param what the same as a sentence
 * @param meaning what that means for the lock
 */
public record Idle(String brief, String atLength, String what, String meaning) {}
