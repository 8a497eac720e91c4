package io.lockkeeper.console.ground.store;

/** The console's own data is there, in the version that this console knows. */
public record StoreReady() {}
