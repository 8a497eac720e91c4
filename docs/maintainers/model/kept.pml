/*
 * Kept leases, recalls and cohorts (docs/maintainers/protocol.md) as a model for Spin, over the words and the clock of lock.pml: one
 * exclusive lock, agents that keep its lease and grant it again in memory, others that wait for it or try it,
 * streams that break, an operator, and the same network and replica set. What lock.pml checks is left out here:
 * weights, stamps, the read after a renewal, a grant believed at its event.
 *
 * A mutant breaks one rule (-DMUTANT_...); a configuration (-D..., see the script `check`) says what may go wrong.
 */

/* ---- Sizes ------------------------------------------------------------------------------------------------------- */
#ifndef ACQUIRERS
#define ACQUIRERS 2
#endif
#ifdef SECOND            /* the acquirer that is another caller of the first one's agent; each other has an agent of its own */
#define AGENT(a) ((a) == SECOND -> 0 : (a))
#else
#define AGENT(a) (a)
#endif
#ifndef TRIER            /* the acquirer that does not wait, but for a kept lease */
#define TRIER 255
#endif
#ifndef BLOCK            /* how many tokens a request asks for */
#define BLOCK 2
#endif
#ifndef COHORT           /* for how long an agent hands a lease on after a recall; 0 if not at all */
#define COHORT 0
#endif
#ifndef USE_TIME         /* how long a use lasts at least */
#define USE_TIME 0
#endif
#ifndef RECALL_TIME
#define RECALL_TIME 1
#endif
#ifndef ROUNDS           /* how often each asks again, as a new acquirer */
#define ROUNDS 0
#endif
#ifndef ASKS_BY          /* the latest time at which it asks */
#define ASKS_BY(a) ((a) == 0 -> 1 : END - 1)
#endif
#ifndef END
#define END 5
#endif
#ifndef HEAL             /* from then on nothing more goes wrong, and nobody dawdles */
#define HEAL 255
#endif
#ifndef BREAKS           /* how often a stream breaks */
#define BREAKS 0
#endif
#ifndef BREAKING         /* of which agent */
#define BREAKING 0
#endif
#ifndef SILENCES         /* how many calls get no answer */
#define SILENCES 0
#endif
#ifndef FAILOVERS
#define FAILOVERS 0
#endif
#ifndef CRASHES
#define CRASHES 0
#endif
#ifndef EVICTIONS
#define EVICTIONS 0
#endif
#ifndef EVICT
#define EVICT EVICT_MARK
#endif
#ifndef TTL
#define TTL 3
#endif
#ifndef WAITER_TTL
#define WAITER_TTL 2
#endif
#ifndef CLAIM_TIME
#define CLAIM_TIME 2
#endif
#define QUARANTINE 1
#define MAX_TIME 2       /* maxTimeMS: nothing is applied later than this after it was sent */
#define PATIENCE 2
#if FAILOVERS
#define ALLOWANCE 1
#else
#define ALLOWANCE 0
#endif
#ifdef PURGE
#define TOKENS 1         /* tokens in one tick */
#define PURGE_AFTER 2    /* how long after its last expiry the server purges a document */
#ifdef MUTANT_KEPT_AHEAD_BEYOND_PURGE
#define AHEAD (TTL + PURGE_AFTER + 2)
#else
#define AHEAD 1          /* how far a block is ahead of the server's clock at most */
#endif
#else
#define TOKENS 0         /* without a purge the clock's part in them does nothing but make states */
#endif
#define MAX(x, y) ((x) > (y) -> (x) : (y))
#define MIN(x, y) ((x) < (y) -> (x) : (y))

/* ---- The lock's document ----------------------------------------------------------------------------------------- */
#define NOWHERE 0
#define QUEUED 1
#define HOLDS 2

typedef Document {
    byte token;                      /* the last one granted */
    byte expiresAt;                  /* the latest expiry of an entry */
    byte place[ACQUIRERS];
    byte turn[ACQUIRERS];            /* of a waiter: 1 is the head of the queue */
    byte updatedAt[ACQUIRERS];
    byte endsAt[ACQUIRERS];          /* an entry's expiresAt */
    byte lease[ACQUIRERS];           /* of a holder: its first token */
    byte tokens[ACQUIRERS];          /* how many, or how many are asked for; 0 of one that is not kept or handed on */
    bit keep[ACQUIRERS];             /* the lease stays with its agent, or is to */
    byte recalls[ACQUIRERS];         /* of a try: the holder that it waits for, plus 1 */
    bit evicted[ACQUIRERS];
}
Document lock;                       /* on the primary */
#if FAILOVERS || EVICTIONS
Document known;                      /* what a majority has acknowledged */
#endif
bit saysRecall[ACQUIRERS];           /* `wake` since the last acknowledgement: acquirer?, ... */
bit saysLook[ACQUIRERS];             /*    ... acquirer=token or acquirer */

/* ---- Calls on their way ------------------------------------------------------------------------------------------ */
#define ENQUEUE 1
#define TRY 2
#define TOUCH 3
#define REMOVE 4
#define END_KEEP 5
#define EVICT_MARK 6
#define EVICT_NOW 7

#define FREE 0
#define SENT 1
#define APPLIED 2                    /* on the primary alone */
#define ACKNOWLEDGED 3               /* by a majority: the answer is on its way */
#define FAILED 4                     /* not answered; whether it was applied, nobody knows */

typedef Call {
    byte kind;
    byte stage;
    byte sentAt;
    bit keeps;                       /* what is asked: a lease that stays, ... */
    byte asked;                      /*    ... and so many tokens */
    bit silent;                      /* its caller waits for it no more */
    bit overtakes;                   /* a release of its own agent had begun when it was sent */
    bit heard;                       /* the stream was open when it was sent, and has been since, as far as the agent knows */
    byte place;                      /* the answer: where the acquirer's entry stands, ... */
    byte lasts;                      /*    ... its expiresAt - updatedAt, ... */
    byte lease;
    byte tokens;
    bit keep;
    bit evicted;
    bit alone;                       /*    ... and that nobody waits */
}
#define CALLS 3
#define OWN(a) ((a) * CALLS)         /* the caller's own call */
#define LANE(a) ((a) * CALLS + 1)    /* the renewal */
#define LATE(a) ((a) * CALLS + 2)    /* one for which nobody waits any more */
#define ALL_CALLS (ACQUIRERS * CALLS + 1)
#define OPERATORS (ALL_CALLS - 1)
Call call[ALL_CALLS];
#define ACQUIRER(c) ((c) / CALLS)

/* ---- What agents know -------------------------------------------------------------------------------------------- */
#define IDLE 0
#define ASKING 1
#define WAITING 2
#define HOLDING 3                    /* the agent has the lease, in use or not */
#define LEAVING 4                    /* released, lost, or given up: removes */
#define GONE 5
#define DEAD 6

byte phase[ACQUIRERS];
byte deadline[ACQUIRERS];
byte enqueuedAt[ACQUIRERS];          /* when the last enqueue was sent of which the outcome stayed unknown, or 0 */
byte nextBeat[ACQUIRERS];
bit hinted[ACQUIRERS];               /* there is reason to look */
byte triesUntil[ACQUIRERS];          /* when the recall time of a try is over */
byte roundsLeft[ACQUIRERS];

/* The word of Keeper.java, and what belongs to it */
byte lease[ACQUIRERS];               /* the first token */
byte uses[ACQUIRERS];                /* for how many uses there are tokens; 0 of a lease that is not kept */
byte used[ACQUIRERS];                /* the number of the current use, or of the last */
byte began[ACQUIRERS];               /* when it began, where uses take time */
bit inUse[ACQUIRERS];
bit stays[ACQUIRERS];                /* it rests where no use follows */
bit recalled[ACQUIRERS];             /* no use begins any more, but one that follows */
bit last[ACQUIRERS];                 /* no use follows either */
byte cohortEnds[ACQUIRERS];
bit endsKeep[ACQUIRERS];             /* an END_KEEP is to be sent, until one is answered */
bit recallsItself[ACQUIRERS];        /* a recall that the agent has reason for, on a thread of its own */
bit recalledBefore[ACQUIRERS];       /* one that was heard before the lease was known */
bit noted[ACQUIRERS];                /* a release of a kept lease that is not answered */

/* The agents' streams */
#define OPEN 0
#define CUT 1                        /* what happens is not heard, and the agent does not know that yet */
#define CLOSED 2
byte stream[ACQUIRERS];
bit hearsRecall[ACQUIRERS];
bit hearsLook[ACQUIRERS];

#if EVICTIONS
byte seen;                           /* by the operator: an acquirer, plus 1, ... */
byte seenToken;                      /*    ... and its token */
byte evictionsLeft = EVICTIONS;
#endif

byte now = 1;
byte skew;
byte memberSince;                    /* when the present primary took over */
hidden byte at;                      /* $$NOW of the call that is applied */
byte failovers = FAILOVERS;
byte silences = SILENCES;
byte crashes = CRASHES;
byte breaks = BREAKS;
bit unacknowledged;                 /* something is applied on the primary alone */

/* ---- What must hold ------------------------------------------------------------------------------------------------ */
#define EXCLUSION 1                  /* one use at a time is believed */
#define TOKEN_ORDER 2                /* tokens grow with every use, and over a purge */
#define NONE_LOST 3                  /* no lease is gone before its deadline, unless it was evicted now */
#define NOTHING_LEFT 4               /* who was removed for good does not come back */
#define WAITERS_GET_ON 7             /* when nothing more goes wrong, who waits is served, or hears why not */
#define RECALLS_ANSWERED 8           /* then no time passes in which a lease is kept that nobody uses and somebody wants */
#define TRIES_END 9                  /* then a try ends within the recall time, and at once where nothing went wrong before */
#define OWN_RELEASE_FIRST 10         /* no try is refused because of a lease that its own agent is releasing */
#ifndef ONLY
#define ONLY 0
#endif
#define must(property, condition) assert(ONLY != 0 && ONLY != property || (condition))

/* for the properties alone */
byte reported;                       /* the token of the latest use */
byte lastLease;                      /* the highest token that a majority knows of, also over a purge */
bit removed[ACQUIRERS];              /* an operator has evicted it now */
hidden byte i, j, a, c, x, kept, heldBy;                           /* scratch */

#define trouble (now < HEAL)
#define SERVER_NOW (now + skew)
#define isHeld(n) (phase[n] == HOLDING && now < deadline[n])
#define believes(n) (isHeld(n) && inUse[n])

/* ---- Settle ------------------------------------------------------------------------------------------------------- */
inline drop(n) {
    if
    :: lock.place[n] == QUEUED ->
        for (j : 0 .. ACQUIRERS - 1) {
            if :: lock.turn[j] > lock.turn[n] -> lock.turn[j]-- :: else fi
        }
    :: else
    fi;
    lock.place[n] = NOWHERE; lock.turn[n] = 0; lock.updatedAt[n] = 0; lock.endsAt[n] = 0; lock.lease[n] = 0;
    lock.tokens[n] = 0; lock.keep[n] = 0; lock.recalls[n] = 0; lock.evicted[n] = 0
}

inline findKept() {                  /* KEPT_AND_LIVE */
    kept = 0;
    for (i : 0 .. ACQUIRERS - 1) {
        if
        :: lock.place[i] == HOLDS && lock.keep[i] && !lock.evicted[i] && lock.endsAt[i] > at -> kept = i + 1
        :: else
        fi
    }
}

inline dropExpired() {               /* 1. DROP_EXPIRED: a try goes with the lease that it recalls */
    findKept();
    for (i : 0 .. ACQUIRERS - 1) {
        if
        :: lock.place[i] != NOWHERE && lock.endsAt[i] <= at -> drop(i)
#ifndef MUTANT_KEPT_TRY_STAYS
        :: lock.place[i] == QUEUED && lock.endsAt[i] > at && lock.recalls[i] > 0 && lock.recalls[i] != kept ->
            drop(i); saysLook[i] = 1
#endif
        :: else
        fi
    }
}

inline touch(n) {
    if
    :: lock.place[n] == QUEUED || lock.place[n] == HOLDS && !lock.evicted[n] ->
        lock.updatedAt[n] = MAX(lock.updatedAt[n], at);
        if                           /* a try keeps the time for which it waits */
        :: lock.recalls[n] == 0 -> lock.endsAt[n] = lock.updatedAt[n] + (lock.place[n] == QUEUED -> WAITER_TTL : TTL)
        :: else
        fi
    :: else
    fi
}

inline enqueue(n) {
    if
    :: lock.place[n] == NOWHERE ->
        must(NOTHING_LEFT, phase[n] != GONE);
        lock.turn[n] = 1;
        for (j : 0 .. ACQUIRERS - 1) {
            if :: j != n && lock.place[j] == QUEUED -> lock.turn[n]++ :: else fi
        }
        lock.place[n] = QUEUED; lock.updatedAt[n] = at; lock.endsAt[n] = at + WAITER_TTL;
        lock.keep[n] = call[c].keeps; lock.tokens[n] = call[c].asked
    :: else
    fi
}

inline endKeep(n) {                  /* 2i. No time moves */
    if :: lock.place[n] == HOLDS && !lock.evicted[n] -> lock.keep[n] = 0; lock.tokens[n] = 0 :: else fi
}

#if EVICTIONS
inline evict() {
    i = seen - 1;
    if
    :: lock.place[i] == HOLDS && lock.lease[i] == seenToken && call[c].kind == EVICT_NOW -> drop(i); removed[i] = 1; saysLook[i] = 1
    :: lock.place[i] == HOLDS && lock.lease[i] == seenToken && call[c].kind == EVICT_MARK && !lock.evicted[i] ->
        lock.evicted[i] = 1; lock.endsAt[i] = MAX(lock.endsAt[i], at + QUARANTINE); saysLook[i] = 1
    :: else
    fi
}
#endif

/* How many tokens are granted: what the entry asks for, where it keeps or hands on, but not far ahead of the clock. */
#ifdef PURGE
#define CAPPED(count) MAX(1, MIN(count, at * TOKENS + AHEAD + 1 - lock.lease[i]))
#ifdef MUTANT_KEPT_TOKENS_FAR_AHEAD
#undef CAPPED
#define CAPPED(count) (count)
#endif
#else
#define CAPPED(count) (count)
#endif

inline promote() {                   /* 3. PROMOTE: a block only where the grant is the asker's own and nobody stays behind it */
    x = 0; kept = 0;                 /* whether somebody holds; how many wait */
    for (i : 0 .. ACQUIRERS - 1) {
        if :: lock.place[i] == HOLDS -> x = 1 :: lock.place[i] == QUEUED -> kept++ :: else fi
    }
    for (i : 0 .. ACQUIRERS - 1) {
        if
        :: x == 0 && lock.turn[i] == 1 ->
            x = 1;
            for (j : 0 .. ACQUIRERS - 1) {
                if :: lock.turn[j] > 0 -> lock.turn[j]-- :: else fi
            }
            lock.place[i] = HOLDS; lock.recalls[i] = 0;
            lock.lease[i] = MAX(lock.token + 1, at * TOKENS);
            lock.keep[i] = lock.keep[i] && i == a && kept == 1;
            if
            :: lock.tokens[i] > 0 && (lock.keep[i] || COHORT > 0) -> lock.tokens[i] = CAPPED(lock.tokens[i])
            :: else -> lock.tokens[i] = 0
            fi;
#ifdef MUTANT_KEPT_TOKENS_GIVEN_AGAIN
            lock.token = lock.lease[i];
#else
            lock.token = lock.lease[i] + MAX(lock.tokens[i], 1) - 1;
#endif
            lock.updatedAt[i] = MAX(lock.updatedAt[i], at);
            lock.endsAt[i] = lock.updatedAt[i] + (i == a -> TTL : CLAIM_TIME);
            if :: i != a -> saysLook[i] = 1 :: else fi
        :: else
        fi
    }
}

inline waitForKept(n) {              /* 4, 4'. A try leaves, unless it is the first to recall a kept lease */
    if
    :: call[c].kind == TRY && lock.place[n] == QUEUED ->
        findKept();
        if
        :: lock.turn[n] == 1 && kept > 0 ->
            lock.recalls[n] = kept; lock.endsAt[n] = lock.updatedAt[n] + RECALL_TIME + 1
        :: else ->
            for (i : 0 .. ACQUIRERS - 1) {
                must(OWN_RELEASE_FIRST, !(lock.place[i] == HOLDS && AGENT(i) == AGENT(n) && noted[i] && call[c].overtakes))
            }
            drop(n)
        fi
    :: else
    fi
}

inline recallKeeper(n) {             /* 5. RECALL: who came with this change and waits */
#ifndef MUTANT_KEPT_NO_RECALL
    if
    :: lock.place[n] == QUEUED ->
        for (i : 0 .. ACQUIRERS - 1) {
            if :: lock.place[i] == HOLDS && lock.keep[i] && !lock.evicted[i] -> saysRecall[i] = 1 :: else fi
        }
    :: else
    fi
#else
    skip
#endif
}

inline settle() {
    a = (c == OPERATORS -> ACQUIRERS : ACQUIRER(c));
    if :: call[c].kind == END_KEEP -> endKeep(a) :: else fi;
    dropExpired();
    if
    :: call[c].kind == ENQUEUE || call[c].kind == TRY -> touch(a); enqueue(a)
    :: call[c].kind == TOUCH -> touch(a)
    :: call[c].kind == REMOVE -> if :: lock.place[a] != NOWHERE -> drop(a) :: else fi
    :: call[c].kind == END_KEEP
    :: else
#if EVICTIONS
        -> evict()
#endif
    fi;
    promote();
    if :: call[c].kind == ENQUEUE || call[c].kind == TRY -> waitForKept(a); recallKeeper(a) :: else fi;
#ifdef PURGE
    x = 0;
    for (i : 0 .. ACQUIRERS - 1) { x = MAX(x, lock.endsAt[i]) }
    if :: x > 0 -> lock.expiresAt = x :: else fi
#endif
}

/* ---- The replica set ---------------------------------------------------------------------------------------------- */
inline copyTo(to, from) {
    to.token = from.token; to.expiresAt = from.expiresAt;
    for (i : 0 .. ACQUIRERS - 1) {
        to.place[i] = from.place[i]; to.turn[i] = from.turn[i]; to.updatedAt[i] = from.updatedAt[i];
        to.endsAt[i] = from.endsAt[i]; to.lease[i] = from.lease[i]; to.tokens[i] = from.tokens[i]; to.keep[i] = from.keep[i];
        to.recalls[i] = from.recalls[i]; to.evicted[i] = from.evicted[i]
    }
}

inline answer() {                    /* the document after the change */
    a = (c == OPERATORS -> ACQUIRERS : ACQUIRER(c));
    if
    :: a < ACQUIRERS && !call[c].silent ->
        call[c].place = lock.place[a]; call[c].lasts = lock.endsAt[a] - lock.updatedAt[a];
        call[c].lease = lock.lease[a]; call[c].tokens = lock.tokens[a]; call[c].keep = lock.keep[a];
        call[c].evicted = lock.evicted[a]; call[c].alone = 1;
        for (i : 0 .. ACQUIRERS - 1) {
            if :: lock.place[i] == QUEUED -> call[c].alone = 0 :: else fi
        }
    :: else
    fi
}

inline clearAnswer(k) {
    call[k].place = 0; call[k].lasts = 0; call[k].lease = 0; call[k].tokens = 0; call[k].keep = 0; call[k].evicted = 0;
    call[k].alone = 0
}

inline forget(k) {
    call[k].kind = 0; call[k].stage = FREE; call[k].sentAt = 0; call[k].keeps = 0; call[k].asked = 0; call[k].silent = 0;
    call[k].overtakes = 0; call[k].heard = 0; clearAnswer(k)
}

inline acknowledge() {               /* a majority has what was applied: answers and events go out */
    for (i : 0 .. ACQUIRERS - 1) {
#if FAILOVERS || EVICTIONS
        if
        :: lock.place[i] == HOLDS && lock.lease[i] != known.lease[i] -> must(TOKEN_ORDER, lock.lease[i] > lastLease)
        :: else
        fi;
#endif
        if
        :: stream[AGENT(i)] == OPEN ->
            hearsRecall[i] = hearsRecall[i] || saysRecall[i];
            hearsLook[i] = hearsLook[i] || saysLook[i]
        :: else
        fi;
        saysRecall[i] = 0; saysLook[i] = 0
    }
    lastLease = MAX(lastLease, lock.token);
    unacknowledged = false;
#if FAILOVERS || EVICTIONS
    copyTo(known, lock);
#endif
    for (x : 0 .. ALL_CALLS - 1) {
        if
        :: call[x].stage == APPLIED && call[x].silent -> forget(x)
        :: call[x].stage == APPLIED && !call[x].silent -> call[x].stage = ACKNOWLEDGED
        :: else
        fi
    }
}

#if FAILOVERS
inline failOver() {                  /* another member takes over: with its own clock, without what no majority has */
    failovers--;
    memberSince = now;
    unacknowledged = false;
    skew = (skew == 0 -> ALLOWANCE : 0);
    copyTo(lock, known);
    for (i : 0 .. ACQUIRERS - 1) { saysRecall[i] = 0; saysLook[i] = 0 }
    for (c : 0 .. ALL_CALLS - 1) {
        if
        :: call[c].stage == APPLIED && call[c].silent -> forget(c)
        :: call[c].stage == APPLIED && !call[c].silent ->
            call[c].stage = (now <= call[c].sentAt + MAX_TIME -> SENT : FAILED);
            clearAnswer(c)
        :: else
        fi
    }
}
#endif

#define sampledAgo(ticks) (call[n].sentAt + ticks <= now && memberSince + ticks <= now)

inline reach(ticks) {
    c = n;
    at = SERVER_NOW - ticks;
    settle();
    answer();
    call[c].stage = APPLIED;
    unacknowledged = true;
    if :: failovers == 0 -> acknowledge() :: else fi               /* nothing can be rolled back any more */
}

proctype callUnderWay(byte n) {
end:
    do
    :: d_step { call[n].stage == SENT -> reach(0); skip }
    :: d_step { call[n].stage == SENT && sampledAgo(1) -> reach(1); skip }
    od
}

#if FAILOVERS
proctype replicaSet() {
end:
    do
    :: d_step { unacknowledged -> acknowledge(); skip }
    :: d_step { failovers > 0 && trouble -> failOver(); skip }
    od
}
#endif

#ifdef PURGE
proctype purger() {                  /* the TTL monitor */
end:
    do
    :: d_step {
        lock.token > 0 && failovers == 0 && SERVER_NOW >= lock.expiresAt + PURGE_AFTER ->
            for (i : 0 .. ACQUIRERS - 1) { drop(i) }
            lock.token = 0; lock.expiresAt = 0
       }
    od
}
#endif

/* ---- An agent ------------------------------------------------------------------------------------------------------ */
inline send(k, what) {
    call[k].kind = what; call[k].stage = SENT; call[k].sentAt = now; call[k].heard = (stream[AGENT(ACQUIRER(k))] != CLOSED)
}

inline ask(n) {                      /* Grants.keep: only with a stream */
    phase[n] = ASKING;
    x = (n == TRIER -> TRY : ENQUEUE);
    send(OWN(n), x);
    call[OWN(n)].overtakes = (AGENT(n) == 0 && n != 0 && noted[0]);
    if
    :: stream[AGENT(n)] != CLOSED && BLOCK > 1 -> call[OWN(n)].keeps = 1; call[OWN(n)].asked = BLOCK
    :: stream[AGENT(n)] == CLOSED && COHORT > 0 -> call[OWN(n)].asked = BLOCK
    :: else
    fi
}

inline silence(k, late) {            /* the caller waits for this call no more; it may be applied all the same */
    if
    :: (call[k].stage == SENT || call[k].stage == APPLIED) && call[late].stage == FREE ->
        call[late].kind = call[k].kind; call[late].stage = call[k].stage; call[late].sentAt = call[k].sentAt;
        call[late].keeps = call[k].keeps; call[late].asked = call[k].asked; call[late].silent = 1
    :: else
    fi;
    forget(k)
}

#if HEAL < 255
#define beat(n, at) nextBeat[n] = at
#else
#define beat(n, at) skip
#endif

inline leave(n, releases) {          /* once its remove is sent, no use begins (rule: Keeper's ENDED) */
    noted[n] = releases && uses[n] > 0;
    phase[n] = LEAVING; deadline[n] = 0; beat(n, now); hinted[n] = 0; triesUntil[n] = 0;
    lease[n] = 0; uses[n] = 0; used[n] = 0; began[n] = 0; inUse[n] = 0; stays[n] = 0; recalled[n] = 0; last[n] = 0;
    cohortEnds[n] = 0; endsKeep[n] = 0; recallsItself[n] = 0; recalledBefore[n] = 0;
    silence(LANE(n), LATE(n)); silence(OWN(n), LATE(n))
}

inline useBegins(n) {                /* a use is granted, by the server or in memory */
    must(EXCLUSION, !inUse[n]);
    inUse[n] = 1;
#if USE_TIME
    began[n] = now;
#endif
    heldBy = ACQUIRERS;
    for (i : 0 .. ACQUIRERS - 1) {
        if :: i != n && believes(i) && !removed[i] -> heldBy = i :: else fi
    }
    must(EXCLUSION, heldBy == ACQUIRERS || removed[n]);
    if
    :: !removed[n] -> must(TOKEN_ORDER, lease[n] + used[n] > reported); reported = lease[n] + used[n]
    :: else
    fi
}

inline recall(n) {                   /* KeptLease.recall: an idle lease is released, one in use ends with that or with its cohort */
    if
    :: phase[n] == HOLDING && uses[n] > 0 && !recalled[n] && inUse[n] ->
        recalled[n] = 1;
        if
        :: COHORT > 0 -> cohortEnds[n] = now + COHORT
        :: else -> last[n] = 1
        fi;
#ifndef MUTANT_KEPT_NO_END_KEEP
        endsKeep[n] = stays[n]
#endif
    :: phase[n] == HOLDING && uses[n] > 0 && !recalled[n] && !inUse[n] ->
#ifdef MUTANT_KEPT_USED_AFTER_REMOVE      /* it ends with the answer to its remove */
        if
        :: call[OWN(n)].stage == FREE -> silence(LANE(n), LATE(n)); send(OWN(n), REMOVE); noted[n] = 1
        :: else
        fi
#else
        leave(n, 1)
#endif
    :: else
    fi
}

#ifdef MUTANT_KEPT_EARLY_RECALL_FORGOTTEN
#define REMEMBERED(n) false
#else
#define REMEMBERED(n) recalledBefore[n]
#endif
#ifdef MUTANT_KEPT_HEARD_ONCE_OPEN        /* a stream that is open now, whenever the call was sent */
#define HEARD (stream[AGENT(n)] != CLOSED)
#else
#define HEARD call[c].heard
#endif
inline hold(n) {                     /* Grants.granted, LeaseKeeping.keep: an answer that comes after its deadline is a loss */
    x = call[c].sentAt + call[c].lasts - ALLOWANCE;
    if
    :: now < x ->
        phase[n] = HOLDING; deadline[n] = x; hinted[n] = 0; triesUntil[n] = 0; beat(n, now + 1);
        lease[n] = call[c].lease; used[n] = 0; uses[n] = call[c].tokens; stays[n] = call[c].keep;
        useBegins(n);
        if
        :: uses[n] > 0 && (!stays[n] || !call[c].alone || !HEARD || REMEMBERED(n)) -> recallsItself[n] = 1
        :: else
        fi;
        recalledBefore[n] = 0
    :: else -> leave(n, 0)
    fi
}

inline lost(n) {                     /* it is not there any more, although its time is not over */
    must(NONE_LOST, !isHeld(n) || removed[n]);
    leave(n, 0)
}

inline renewed(n) {                  /* what a touch of a lease came to; it also shows who waits */
    if
    :: call[c].place == NOWHERE -> lost(n)
    :: call[c].place == HOLDS && call[c].evicted -> leave(n, 0)
    :: call[c].place == HOLDS && !call[c].evicted ->
        if :: isHeld(n) -> deadline[n] = MAX(deadline[n], call[c].sentAt + call[c].lasts - ALLOWANCE) :: else fi;
#ifndef MUTANT_KEPT_RENEWALS_TELL_NOTHING
        if :: !call[c].alone && uses[n] > 0 -> recallsItself[n] = !recalled[n] :: else fi
#endif
    :: else
    fi
}

/* While an enqueue may still land, no remove that was sent by then ends the repeats. */
#define ENDED(n) (enqueuedAt[n] == 0 || call[c].sentAt > enqueuedAt[n] + MAX_TIME)

inline answered(n) {
    c = OWN(n);
    if
    :: call[c].kind == END_KEEP -> endsKeep[n] = 0
    :: call[c].kind == REMOVE && ENDED(n) -> 
#ifdef MUTANT_KEPT_USED_AFTER_REMOVE
        leave(n, 0);
#endif
        phase[n] = GONE; enqueuedAt[n] = 0; noted[n] = 0
    :: call[c].kind != END_KEEP && call[c].kind != REMOVE && call[c].place == HOLDS ->
        if :: call[c].evicted -> leave(n, 0) :: else -> hold(n) fi
    :: call[c].kind != END_KEEP && call[c].kind != REMOVE && call[c].place == QUEUED ->
        if :: n == TRIER && phase[n] == ASKING -> triesUntil[n] = now + RECALL_TIME :: else fi;
        phase[n] = WAITING
    :: call[c].kind != END_KEEP && call[c].kind != REMOVE && call[c].place == NOWHERE ->
        if
        :: n == TRIER && enqueuedAt[n] == 0 -> phase[n] = GONE; triesUntil[n] = 0; hinted[n] = 0    /* refused */
        :: n == TRIER && enqueuedAt[n] > 0 -> leave(n, 0)
        :: else -> phase[n] = ASKING                                                                /* dropped: queues again */
        fi
    :: else
    fi;
    forget(c)
}

inline unanswered(n) {
    c = OWN(n);
    if :: call[c].kind == ENQUEUE || call[c].kind == TRY -> enqueuedAt[n] = call[c].sentAt :: else fi;
    if :: call[c].kind == TOUCH -> hinted[n] = 1 :: else fi;
    silence(c, LATE(n))
}

#define unanswerable(k) (call[k].stage == FAILED || call[k].stage != FREE && silences > 0 && trouble)

inline oneSilenceLess(k) {
    if :: call[k].stage != FAILED -> silences-- :: else fi
}

/* Whether the agent hands on a lease of the lock: then its other callers wait in memory. */
#define handsOn(n) (COHORT > 0 && phase[0] == HOLDING && uses[0] > 0 && !last[0] && AGENT(n) == 0 && n != 0)
/* Whether a request of the agent goes behind the release of a lease that it kept. */
#ifdef MUTANT_KEPT_OWN_REMOVE_OVERTAKEN
#define behindRelease(n) false
#else
#define behindRelease(n) (AGENT(n) == 0 && n != 0 && noted[0])
#endif
#define inMemory(n) (AGENT(n) == 0 && n != 0 && phase[0] == HOLDING)

#ifdef MUTANT_KEPT_USED_PAST_DEADLINE
#define STILL_HELD(n) true
#else
#define STILL_HELD(n) (now < deadline[n])
#endif
#ifdef MUTANT_KEPT_USED_BY_TWO
#define UNUSED(n) true
#else
#define UNUSED(n) (!inUse[n] && !recalled[n])
#endif
#ifdef MUTANT_KEPT_USED_WITHOUT_TOKEN
#define HAS_TOKEN(n) true
#else
#define HAS_TOKEN(n) (used[n] + 1 < uses[n])
#endif

inline useEnds(n) {                  /* Cohort.rest, without a use that follows: the lease rests, or is released */
    if
    :: !stays[n] || recalled[n] || last[n] || !HAS_TOKEN(n) || !isHeld(n) -> x = isHeld(n); leave(n, x)
    :: else -> inUse[n] = 0
    fi
}

inline follows(n) {                  /* Keeper.follow: the use's end is the beginning of the next, also of a recalled lease */
    used[n]++; inUse[n] = 0;
    useBegins(n);
#ifdef SECOND
    if :: phase[SECOND] == ASKING && call[OWN(SECOND)].stage == FREE -> phase[SECOND] = GONE :: else fi    /* it is the one served */
#endif
}

proctype agent(byte n) {
end:
    do
    :: d_step {                      /* asks: the server, where its agent has nothing of the lock, nor is releasing it */
        (phase[n] == IDLE && now <= ASKS_BY(n) || phase[n] == ASKING) && call[OWN(n)].stage == FREE &&
            !handsOn(n) && !inMemory(n) && !behindRelease(n) -> ask(n); skip
       }
#ifdef SECOND
    :: d_step {                      /* asks in vain of its agent for a lease of another kind, which is recalled then; or waits in memory */
        n == SECOND && inMemory(n) && (phase[n] == IDLE && now <= ASKS_BY(n)) ->
            if
            :: n == TRIER && inUse[0] -> phase[n] = GONE                                            /* refused at once */
            :: else -> phase[n] = ASKING; recallsItself[0] = recallsItself[0] || COHORT == 0 && !recalled[0] && uses[0] > 0
            fi
       }
#endif
    :: d_step {                      /* asks again, as another acquirer */
        phase[n] == GONE && roundsLeft[n] > 0 && call[OWN(n)].stage == FREE && call[LANE(n)].stage == FREE &&
            call[LATE(n)].stage == FREE && lock.place[n] == NOWHERE && failovers == 0 && trouble ->
            roundsLeft[n]--; phase[n] = IDLE; removed[n] = 0
       }
    :: d_step {                      /* looks */
        phase[n] == WAITING && call[OWN(n)].stage == FREE && (hinted[n] || !trouble && now >= nextBeat[n]) ->
            send(OWN(n), TOUCH); hinted[n] = 0; beat(n, now + 1)
       }
    :: d_step { call[OWN(n)].stage == ACKNOWLEDGED -> answered(n); skip }
    :: d_step { unanswerable(OWN(n)) -> oneSilenceLess(OWN(n)); unanswered(n); skip }
    :: d_step {                      /* renews, in use or not */
        phase[n] == HOLDING && call[LANE(n)].stage == FREE && (trouble || now >= nextBeat[n]) -> send(LANE(n), TOUCH); beat(n, now + 1)
       }
    :: d_step { call[LANE(n)].stage == ACKNOWLEDGED -> c = LANE(n); renewed(n); forget(LANE(n)) }
    :: d_step { unanswerable(LANE(n)) -> oneSilenceLess(LANE(n)); silence(LANE(n), LATE(n)) }
    :: d_step {                      /* a waiter gives up, or a try's recall time is over */
        (phase[n] == ASKING || phase[n] == WAITING) && call[OWN(n)].stage == FREE && trouble -> leave(n, 0); skip
       }
    :: d_step { n == TRIER && phase[n] == WAITING && call[OWN(n)].stage == FREE && now >= triesUntil[n] && !trouble -> leave(n, 0); skip }
    :: d_step {
        phase[n] == LEAVING && call[OWN(n)].stage == FREE && (trouble || now >= nextBeat[n]) -> send(OWN(n), REMOVE); beat(n, now + 1)
       }
    :: d_step { phase[n] == HOLDING && now >= deadline[n] -> leave(n, 0); skip }                   /* the deadline's alarm */

    /* The kept lease */
    :: d_step {                      /* a use ends */
        phase[n] == HOLDING && inUse[n] && now >= began[n] + USE_TIME -> useEnds(n); skip
       }
#if COHORT
    :: d_step {                      /* a use ends with the beginning of the next */
        believes(n) && !last[n] && used[n] + 1 < uses[n] && now >= began[n] + USE_TIME -> follows(n); skip
       }
#ifdef SECOND
    :: d_step {                      /* Cohort.serve: a caller that waits in memory is handed the lease that rests meanwhile */
        n == 0 && handsOn(SECOND) && phase[SECOND] == ASKING && call[OWN(SECOND)].stage == FREE && UNUSED(n) && HAS_TOKEN(n) && STILL_HELD(n) ->
            follows(n); skip
       }
#endif
#ifndef MUTANT_KEPT_COHORT_WITHOUT_END
    :: d_step { phase[n] == HOLDING && cohortEnds[n] > 0 && now >= cohortEnds[n] && !last[n] -> last[n] = 1 }
#endif
#endif
    :: d_step {                      /* a caller uses it again: one compare-and-set, and a look at the clock */
        phase[n] == HOLDING && UNUSED(n) && HAS_TOKEN(n) && STILL_HELD(n) && uses[n] > 0 && trouble -> used[n]++; useBegins(n)
       }
    :: d_step { phase[n] == HOLDING && uses[n] > 0 && !inUse[n] && trouble -> leave(n, 1); skip }    /* kept long enough, or others take its place */
    :: d_step { recallsItself[n] -> recallsItself[n] = 0; recall(n); skip }
    :: d_step { endsKeep[n] && phase[n] == HOLDING && call[OWN(n)].stage == FREE -> send(OWN(n), END_KEEP); skip }

    /* The stream */
    :: d_step {                      /* acquirer? */
        hearsRecall[n] ->
            hearsRecall[n] = 0;
            if :: phase[n] == ASKING || phase[n] == WAITING -> recalledBefore[n] = 1 :: else -> recall(n) fi
       }
    :: d_step {                      /* acquirer=token, or acquirer: looks, and finds an eviction */
        hearsLook[n] ->
            hearsLook[n] = 0;
            if
            :: phase[n] == WAITING -> hinted[n] = 1
            :: phase[n] == ASKING -> recalledBefore[n] = 1; hinted[n] = 1
#if EVICTIONS
            :: phase[n] == HOLDING && (known.evicted[n] || removed[n]) -> leave(n, 0)
#endif
            :: else -> recall(n)
            fi
       }
#if CRASHES
    :: d_step {
        crashes > 0 && trouble && phase[n] != IDLE && phase[n] != GONE && phase[n] != DEAD ->
            crashes--; leave(n, 0); phase[n] = DEAD; enqueuedAt[n] = 0; noted[n] = 0
       }
#endif
    od
}

#if BREAKS
inline streamCloses(n) {             /* LeaseKeeping.closed: what was kept ends; what was sent before shows nothing */
    stream[n] = CLOSED;
    for (x : 0 .. ACQUIRERS - 1) {
        if
        :: AGENT(x) == n ->
            call[OWN(x)].heard = 0; call[LANE(x)].heard = 0; hearsRecall[x] = 0; hearsLook[x] = 0;
#ifndef MUTANT_KEPT_OVER_BROKEN_STREAM
            recallsItself[x] = (phase[x] == HOLDING && uses[x] > 0 && !recalled[x])
#endif
        :: else
        fi
    }
}

inline streamOpens(n) {              /* after each opening every waiter looks */
    stream[n] = OPEN;
    for (x : 0 .. ACQUIRERS - 1) {
        if :: AGENT(x) == n && phase[x] == WAITING -> hinted[x] = 1 :: else fi
    }
}

proctype streamOf(byte n) {
end:
    do
    :: d_step { stream[n] == OPEN && breaks > 0 && trouble ->
            breaks--; stream[n] = CUT;
            for (x : 0 .. ACQUIRERS - 1) {
                if :: AGENT(x) == n -> hearsRecall[x] = 0; hearsLook[x] = 0 :: else fi
            } }
    :: d_step { stream[n] == CUT -> streamCloses(n); skip }
    :: d_step { stream[n] == CLOSED -> streamOpens(n); skip }
    od
}
#endif

#if EVICTIONS
proctype operator() {
    byte n;
end:
    do
    :: n < ACQUIRERS - 1 -> n++
    :: n > 0 -> n--
    :: d_step { seen == 0 && evictionsLeft > 0 && known.place[n] == HOLDS && trouble -> seen = n + 1; seenToken = known.lease[n] }
    :: d_step { seen > 0 && call[OPERATORS].stage == FREE && evictionsLeft > 0 && trouble ->
            evictionsLeft--;
            call[OPERATORS].kind = EVICT; call[OPERATORS].stage = SENT; call[OPERATORS].sentAt = now }
    :: d_step { call[OPERATORS].stage == ACKNOWLEDGED || call[OPERATORS].stage == FAILED ->
            c = OPERATORS; forget(c); seen = 0; seenToken = 0 }
    od
}
#endif

/* ---- Time ----------------------------------------------------------------------------------------------------------- */
inline calmTick() {                  /* when nothing more goes wrong, what can be done at once was done */
    for (i : 0 .. ACQUIRERS - 1) {
        for (j : 0 .. ACQUIRERS - 1) {
            must(RECALLS_ANSWERED, !(phase[i] == HOLDING && uses[i] > 0 && !inUse[i] && lock.place[j] == QUEUED))
        }
        must(TRIES_END, !(i == TRIER && (phase[i] == ASKING || phase[i] == WAITING) && (HEAL == 1 || now >= triesUntil[i])))
    }
}

inline tick() {                      /* not while a call that somebody waits for is at its limit */
    x = 0;
    for (c : 0 .. ALL_CALLS - 1) {
        if :: call[c].stage == SENT && !call[c].silent && now >= call[c].sentAt + PATIENCE -> x = 1 :: else fi
    }
    if
    :: x == 0 ->
        if :: !trouble -> calmTick() :: else fi;
        now++;
        for (c : 0 .. ALL_CALLS - 1) {
            if :: call[c].stage == SENT && call[c].silent && now > call[c].sentAt + MAX_TIME -> forget(c) :: else fi
        }
        if :: now > memberSince + MAX_TIME -> memberSince = 0 :: else fi;
        if
        :: now == HEAL ->
            for (i : 0 .. ACQUIRERS - 1) { nextBeat[i] = (phase[i] == LEAVING -> now : now + 1); hinted[i] = hinted[i] || phase[i] == WAITING }
        :: now == END && HEAL < 255 ->
            for (i : 0 .. ACQUIRERS - 1) {
                must(WAITERS_GET_ON, phase[i] != ASKING && phase[i] != WAITING)
            }
        :: else
        fi
    :: else
    fi
}

proctype clock() {
end:
    do
    :: d_step { now < END && trouble -> tick() }
    :: now < END && !trouble && timeout -> d_step { tick() }
    od
}

init {
    atomic {
        if
        :: true
        :: FAILOVERS > 0 -> skew = ALLOWANCE
        fi;
        for (i : 0 .. ACQUIRERS - 1) { roundsLeft[i] = ROUNDS }
        for (i : 0 .. ALL_CALLS - 1) { run callUnderWay(i) }
        for (i : 0 .. ACQUIRERS - 1) { run agent(i) }
#if BREAKS
        run streamOf(BREAKING);
#endif
#if FAILOVERS
        run replicaSet();
#endif
#ifdef PURGE
        run purger();
#endif
#if EVICTIONS
        run operator();
#endif
        run clock()
    }
}
