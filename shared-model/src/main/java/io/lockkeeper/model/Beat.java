package io.lockkeeper.model;

/**
 * The touch of one entry among many.
 *
 * @param lock whose entry it is
 * @param acquirer the lease or the waiter that lives on
 * @param behind of a waiter, how many of its agent stand behind it outside the document
 */
public record Beat(LockName lock, String acquirer, int behind) {}
