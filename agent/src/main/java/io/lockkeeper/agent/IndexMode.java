package io.lockkeeper.agent;

/** How an agent treats the indexes of the {@code locks} collection when it connects. */
public enum IndexMode {
    /** Create those that are missing, also after the collection was dropped while the agent runs; needs the privileges to. */
    CREATE,
    /** Refuse to connect if one is missing; needs the privilege to list them. */
    VERIFY,
    /** Neither check nor create: the deployment does. Locks work without indexes, but idle documents are never purged. */
    NONE
}
