package io.lockkeeper.console.judge.findings;

/** The kinds of findings: about Lockkeeper's own locks, about sources, and about the console; the worst first. */
public enum Kind {
    DEADLOCK(
            Severity.URGENT,
            "Deadlock",
            "Each waits for the next, or a thread waits for itself, so none can continue. Evict one holder to unblock the"
                    + " others, and change the services: take the locks in the same order, and none twice.",
            Step.WAITS),
    SILENT_HOLDER(
            Severity.URGENT,
            "The holder's agent is silent",
            "Its process died, hangs or is cut off. The lock is handed to the next waiter when the lease expires. If"
                    + " you know that the process is dead, evict it now.",
            Step.LOCK),
    UNANSWERED(
            Severity.URGENT,
            "An evicted holder has not answered",
            "Its quarantine is over, and nothing proves that its code has stopped. It keeps the lock until the lease"
                    + " expires.",
            Step.LOCK),
    HANGING(
            Severity.URGENT,
            "The holder's thread stands still",
            "Two looks at its thread found it at the same place. Its agent renews the lease, so the lock stays held"
                    + " until the thread continues or an operator evicts the holder.",
            Step.LOCK),
    LATE_ATTEMPT(
            Severity.WARNING,
            "A process acts on a lock that it has lost",
            "Its code still runs, although it lost the lease. What checks tokens refuses it; what does not check them"
                    + " may be written by two. Stop that code, and find out why the loss did not stop it.",
            Step.LOCK),
    FALSE_HINT(
            Severity.WARNING,
            "A hint named a grant that there was not",
            "A waiter believed it until it read the lock, so that two may have worked for that moment. Only a program whose user"
                    + " may write hints can write one: docs/reference/security.md says who that is.",
            Step.LOCK),
    OVER_USUAL(
            Severity.WARNING,
            "Held far longer than usual",
            "A lease that is renewed does not expire by itself. Look at its holder's thread and log; if the work hangs, evict"
                    + " it. Of another library's lock, stop the holder's process first.",
            Step.LOCK),
    OLD_WAITER(
            Severity.WARNING,
            "A request waits for a long time",
            "Waiters are served in order once the holder releases the lock. Look at what the holder does.",
            Step.LOCK),
    STARVING_WAITER(
            Severity.WARNING,
            "A request waits far longer than usual",
            "The wait is a multiple of what is usual for this lock: the holder is slow, or too many want the lock.",
            Step.LOCK),
    EXPIRED_WANTED(
            Severity.WARNING,
            "Expired, and not granted to the next waiter",
            "The lease expired, and no agent has settled the lock since. The first waiter's agent should have done so"
                    + " within seconds: it may be dead, too.",
            Step.LOCK),
    QUEUE_NEAR_BOUND(
            Severity.WARNING,
            "The queue is nearly full",
            "A lock's document has room for 500 holders and waiters. Further requests are refused with an error.",
            Step.LOCK),
    DAMAGED(
            Severity.WARNING,
            "The document is damaged",
            "Another program wrote this document, or wrote it in another form. Lockkeeper's agents refuse such a lock until you repair or delete it in MongoDB. Of another library's lock, the console does not know who holds it.",
            Step.LOCK),
    ALWAYS_EXPIRES(
            Severity.WARNING,
            "Leases expire instead of being released",
            "The code that takes this lock does not close its lease, or its process dies each time. Waiters"
                    + " lose the rest of the ttl each time.",
            Step.LOCK),
    LOCK_ORDER(
            Severity.WARNING,
            "Two locks are taken in both orders",
            "If both threads get their first lock at the same time, they wait for each other: a deadlock. Take the"
                    + " locks in one order everywhere, or both at once with acquireAll, which orders them.",
            Step.LOCK),
    HOT_LOCK(
            Severity.NOTE,
            "Many grants a second",
            "The lock is acquired so often that its document is the bottleneck. Lock something smaller, or do several"
                    + " pieces of work under one lease.",
            Step.LOCK),
    OVER_PLANNED(
            Severity.NOTE,
            "Held for longer than its service expects",
            "The holder renews, so the lease does not expire by itself. Too few leases are recorded to know what is usual, so"
                    + " it is judged by the slow-hold threshold of its agent. Look at its thread and its log.",
            Step.LOCK),
    PAUSED_WANTED(
            Severity.NOTE,
            "Paused while requests wait",
            "The lock is not granted for now; waiters keep their places. If the pause is no longer"
                    + " needed, end it.",
            Step.LOCK),
    CLOCKS_DIFFER(
            Severity.URGENT,
            "The clocks of MongoDB's members differ",
            "After a failover leases could end early or late. Let NTP or chrony correct the clocks; the command lists by how"
                    + " much each member's differs.",
            Step.COMMAND),
    TWO_DOCUMENTS(
            Severity.URGENT,
            "Two documents of one name",
            "Each of them can be taken by itself, so two may hold the lock at once, and nothing in the library prevents"
                    + " it. Delete the ones that are not held, and give the name a unique index.",
            Step.LOCK),
    LATE_WRITE(
            Severity.URGENT,
            "An evicted holder still writes",
            "Its process lives although another library's lock was taken from it: it may do what the lock should"
                    + " prevent, and free its successor's lock. Stop that process.",
            Step.LOCK),
    NOT_RENEWED(
            Severity.WARNING,
            "The holder no longer renews",
            "The library writes when it renews, and this holder has not done so for most of the ttl, or its agent is silent."
                    + " Its process died, hangs or is cut off.",
            Step.LOCK),
    /** The former name of {@link #OVER_USUAL} for another library's lock, which stored rules and callers of the API may use. */
    NOT_FREED(
            Severity.WARNING,
            "Expired and not freed",
            "Its holder died or forgot it. Where the library takes over what has expired, the next request frees it;"
                    + " elsewhere it stands in the way until the TTL monitor or an operator frees it.",
            Step.LOCK),
    JOB_FAILED(
            Severity.WARNING,
            "The job's last run failed",
            "Its library recorded the failure, with the reason that the job gave. Look at the job's log; the finding ends with"
                    + " the next run that succeeds.",
            Step.LOCK),
    JOB_OVERDUE(
            Severity.WARNING,
            "The job has not run",
            "It was to run and nothing runs it, or it is far beyond its usual rhythm. See whether its scheduler is up, and still"
                    + " knows the job. If the job is gone for good, delete its document.",
            Step.LOCK),
    LIMIT_SHORT(
            Severity.WARNING,
            "Runs take about as long as the lock lasts",
            "The library takes the lock for free after that time, also while the job still works: then two run at once. Give the"
                    + " lock a longer time, or make the job shorter.",
            Step.LOCK),
    LIMIT_LONG(
            Severity.NOTE,
            "The lock lasts far longer than any run",
            "If its process is killed, the job does not run again until that time is over. A shorter one suffices; or evict"
                    + " the dead holder here.",
            Step.LOCK),
    CLIENT_CLOCK(
            Severity.WARNING,
            "A client's clock differs from the server's",
            "The library takes its times from its clients: such a holder's lock ends too early or too late, so that two"
                    + " may hold it at once. Correct that clock.",
            Step.LOCK),
    SOURCE_UNSEEN(
            Severity.WARNING,
            "A source's locks are not seen",
            "What is known of them is old: no holder is judged by it, and their history has a gap. The page of sources says"
                    + " what the console needs.",
            Step.LOCKS),
    STREAM_BEHIND(
            Severity.WARNING,
            "The console is behind",
            "The pages show an older state than they should, and no holder is judged by it. Check MongoDB's load and"
                    + " the connection.",
            Step.LOCKS),
    NOT_RECORDED(
            Severity.WARNING,
            "The history is not recorded",
            "The console records it later, as long as MongoDB's oplog reaches back. Locks are not affected. If MongoDB"
                    + " refuses it, the page of the history says what is needed.",
            Step.HISTORY),
    NOT_ALL_READ(
            Severity.WARNING,
            "Not everything that is stored can be read",
            "The console goes on without what is named here. Where documents are damaged or too large, find out who wrote"
                    + " them: docs/reference/security.md says what to do. Where the console failed, its log says why.",
            Step.LOCKS),
    NOT_ALL_KEPT(
            Severity.WARNING,
            "There is more than this console keeps",
            "Locks and services are not affected, and nothing is wrong with what is left out: only this console does not show"
                    + " it, and finds nothing about it. How much heap it needs is in docs/reference/operations.md.",
            Step.LOCKS),
    INDEX_MISSING(
            Severity.WARNING,
            "The index that purges old locks is missing",
            "Documents of unused locks stay forever, and the collection grows. Run docker/roles.js, let an agent create the"
                    + " indexes, or create this one in mongosh, in the locks' database.",
            Step.COMMAND),
    OTHERS_DOCUMENTS(
            Severity.WARNING,
            "Another program keeps documents among the locks",
            "Lockkeeper leaves them as they are, but an index or a validator of that program may refuse locks. Give one of the"
                    + " two another database.",
            Step.LOCKS),
    COLLECTION_GROWS(
            Severity.WARNING,
            "Unused locks are not purged",
            "Their documents fill the disk, and reading the locks takes longer. MongoDB's TTL monitor is off, or cannot keep"
                    + " up with so many names: the command, in mongosh, shows how much it deletes. Names made of ids that are"
                    + " used once are the usual cause.",
            Step.COMMAND);

    /** Whether evicting the holder of its lock is what ends it, or may be. */
    boolean isEndedByEviction() {
        return switch (this) {
            case DEADLOCK,
                    SILENT_HOLDER,
                    UNANSWERED,
                    HANGING,
                    OVER_USUAL,
                    OVER_PLANNED,
                    OLD_WAITER,
                    STARVING_WAITER,
                    EXPIRED_WANTED -> true;
            default -> false;
        };
    }

    /** Whether it is about requests that wait, which end with what holds their lock. */
    boolean isOfWaiters() {
        return this == OLD_WAITER || this == STARVING_WAITER || this == QUEUE_NEAR_BOUND;
    }

    /** The action of the finding's button. */
    public enum Step {
        LOCK("Open the lock"),
        LOCKS("Show the locks"),
        WAITS("Show who waits for whom"),
        HISTORY("Open the history"),
        /** Shows the command to copy, because the action is outside of the console. */
        COMMAND("Copy the command");

        private final String words;

        Step(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    private final Severity severity;
    private final String title;
    private final String meaning;
    private final Step step;

    Kind(Severity severity, String title, String meaning, Step step) {
        this.severity = severity;
        this.title = title;
        this.meaning = meaning;
        this.step = step;
    }

    public Severity severity() {
        return severity;
    }

    /** The words for a column of states. */
    public String brief() {
        return switch (this) {
            case SILENT_HOLDER -> "agent silent";
            case HANGING -> "hanging";
            case OVER_USUAL -> "over usual";
            case OLD_WAITER, STARVING_WAITER -> "long wait";
            case QUEUE_NEAR_BOUND -> "queue near full";
            case DEADLOCK -> "deadlock";
            case LOCK_ORDER -> "lock order";
            case ALWAYS_EXPIRES -> "not released";
            case HOT_LOCK -> "hot";
            case OVER_PLANNED -> "slow";
            case PAUSED_WANTED -> "paused";
            case LATE_ATTEMPT -> "late attempt";
            case FALSE_HINT -> "false hint";
            case LATE_WRITE -> "still writes";
            case TWO_DOCUMENTS -> "two documents";
            case NOT_RENEWED -> "not renewed";
            case NOT_FREED -> "not freed";
            case JOB_FAILED -> "job failed";
            case JOB_OVERDUE -> "not run";
            case LIMIT_SHORT -> "limit short";
            case LIMIT_LONG -> "limit long";
            case CLIENT_CLOCK -> "clock differs";
            case SOURCE_UNSEEN -> "not seen";
            case UNANSWERED -> "unanswered";
            case EXPIRED_WANTED -> "not taken over";
            case DAMAGED -> "damaged";
            case CLOCKS_DIFFER -> "clocks differ";
            case STREAM_BEHIND -> "behind";
            case NOT_RECORDED -> "not recorded";
            case NOT_ALL_READ -> "not all read";
            case NOT_ALL_KEPT -> "not all kept";
            case INDEX_MISSING -> "no index";
            case OTHERS_DOCUMENTS -> "others' documents";
            case COLLECTION_GROWS -> "growing";
        };
    }

    public String title() {
        return title;
    }

    public String meaning() {
        return meaning;
    }

    /**
     * Whether a dismissal is about later leases of the lock, too, because the finding is about how the lock is used. The others show that
     * one process is lost, or acts on what it has lost; the next one must be noticed.
     */
    boolean outlivesLease() {
        return switch (this) {
            case HANGING, OVER_USUAL, OVER_PLANNED, NOT_FREED, DAMAGED -> true;
            default -> false;
        };
    }

    public Step step() {
        return step;
    }
}
