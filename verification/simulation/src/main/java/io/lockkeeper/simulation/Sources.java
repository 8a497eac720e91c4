package io.lockkeeper.simulation;

/** Where the agent's sources stand that {@link Mutants} patch: the one place to follow when they move. */
final class Sources {

    static final String AGENT = "agent/src/main/java/io/lockkeeper/agent/";

    static final String BACKGROUND_RELEASES = AGENT + "BackgroundReleases.java";
    static final String BATCHER = AGENT + "batching/Batcher.java";
    static final String BID = AGENT + "calls/Bid.java";
    static final String CALL_QUEUE = AGENT + "batching/CallQueue.java";
    static final String CALL_SENDER = AGENT + "calls/CallSender.java";
    static final String CLOSING = AGENT + "Closing.java";
    static final String HINTING_STORE = AGENT + "hints/HintingStore.java";
    static final String HINT_WAKES = AGENT + "hints/HintWakes.java";
    static final String HELD_LEASE = AGENT + "HeldLease.java";
    static final String LEASE_ENTRY = AGENT + "LeaseEntry.java";
    static final String LEASE_TRACE = AGENT + "LeaseTrace.java";
    static final String GRANTS = AGENT + "Grants.java";
    static final String LEASE_LOOKS = AGENT + "LeaseLooks.java";
    static final String LEASE_STATE = AGENT + "LeaseState.java";
    static final String LONGEST_HOLD = AGENT + "time/LongestHold.java";
    static final String OWN_THREAD = AGENT + "time/OwnThread.java";
    static final String PENDING_CALL = AGENT + "batching/PendingCall.java";
    static final String QUEUED_WAIT = AGENT + "QueuedWait.java";
    static final String RENEWALS = AGENT + "upkeep/Renewals.java";
    static final String SERVER = AGENT + "calls/Server.java";
    static final String RELEASE = AGENT + "LeaseRelease.java";
    static final String TRY_ACQUIRE = AGENT + "TryAcquire.java";
    static final String LOCAL_QUEUE = AGENT + "waiting/LocalQueue.java";
    static final String LOCAL_WAITER = AGENT + "waiting/LocalWaiter.java";
    static final String WAITING_THREAD = AGENT + "time/WaitingThread.java";
    static final String WAKE_REACTION = AGENT + "WakeReaction.java";
    static final String WAKE_STREAM = AGENT + "waiting/WakeStream.java";

    static final String KEEPER = AGENT + "keeping/Keeper.java";
    static final String KEEPING = AGENT + "keeping/LeaseKeeping.java";
    static final String COHORT = AGENT + "Cohort.java";
    static final String KEPT_LEASE = AGENT + "KeptLease.java";
    static final String ANOTHER_KIND = AGENT + "keeping/KeptOfAnotherKind.java";
    static final String KEPT_WAIT = AGENT + "KeptWait.java";
    static final String KEPT_USE = AGENT + "KeptUse.java";

    static final String ENTRIES = "shared-model/src/main/java/io/lockkeeper/model/memory/Entries.java";
    static final String LOCK_MODEL = "shared-model/src/main/java/io/lockkeeper/model/memory/LockModel.java";

    private Sources() {}
}
