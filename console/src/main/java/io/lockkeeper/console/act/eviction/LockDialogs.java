package io.lockkeeper.console.act.eviction;

import org.springframework.stereotype.Component;

/** The dialogs in which an operator changes a lock. */
@Component
public record LockDialogs(EvictionDialogs evictions, QueueDialogs queues) {}
