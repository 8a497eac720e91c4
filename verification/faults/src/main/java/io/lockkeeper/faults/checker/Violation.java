package io.lockkeeper.faults.checker;

/**
 * A promise that was broken.
 *
 * @param rule the rule's name
 * @param at when, on the history's clock
 * @param text what happened, with the calls that took part
 */
public record Violation(String rule, long at, String text) {}
