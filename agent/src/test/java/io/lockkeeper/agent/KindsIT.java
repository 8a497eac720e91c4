package io.lockkeeper.agent;

/** The kinds of lock, as stored in MongoDB. */
class KindsIT extends KindsContract {}
