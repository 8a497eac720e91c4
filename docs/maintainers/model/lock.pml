/*
 * Lockkeeper's protocol (docs/maintainers/protocol.md) as a model for Spin: one lock, its document, agents that ask for it, an operator
 * who evicts, and a network and a replica set that do what they like within the assumptions. README.md says how to run it.
 *
 * Time is counted in ticks. `now` is the monotonic clock of every agent; a server's clock is `now + skew`, where the skew
 * of two members differs by the allowance at most. Every step of a process is atomic; between two of them anything that
 * anybody can do may happen, and any time may pass: so each process may also be paused, and each message late.
 *
 * A mutant breaks one rule (-DMUTANT_...); a configuration (-D..., see the script `check`) says what may go wrong.
 */

/* ---- Sizes ------------------------------------------------------------------------------------------------------- */
#ifndef ACQUIRERS
#define ACQUIRERS 2
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif
#ifndef WRITER           /* the acquirer that weighs all of the capacity; the others weigh 1 */
#define WRITER 255
#endif
#ifndef HEAVY            /* the acquirer that weighs more than the capacity */
#define HEAVY 255
#endif
#define WEIGHT(a) ((a) == HEAVY -> CAPACITY + 1 : ((a) == WRITER -> CAPACITY : 1))
#ifndef TRIER            /* the acquirer that does not wait */
#define TRIER 255
#endif
#ifndef ASKS_BY          /* the latest time at which it asks; nothing is lost by having the first do so at once */
#define ASKS_BY(a) (1 + a)
#endif
#ifndef END              /* when the clock stops; all that is asserted holds until then */
#define END 6
#endif
#ifndef FAILOVERS        /* how often another member becomes the primary, with another clock and without what was not
                            acknowledged */
#define FAILOVERS 0
#endif
#ifndef SILENCES         /* how many calls get no answer: lost on the way, lost on the way back, or late */
#define SILENCES 1
#endif
#ifndef CRASHES          /* how many agents end without a word */
#define CRASHES 0
#endif
#ifndef EVICTIONS        /* how many calls an operator sends */
#define EVICTIONS 0
#endif
#ifndef EVICT            /* how: EVICT_MARK or EVICT_NOW */
#define EVICT EVICT_MARK
#endif
#ifndef HEAL             /* from then on nothing more goes wrong, and nobody dawdles: every live waiter must get on until END */
#define HEAL 255
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
#ifndef QUARANTINE
#define QUARANTINE 1
#endif
#if FAILOVERS
#define ALLOWANCE 1
#else
#define ALLOWANCE 0
#endif
#ifndef HEARTBEATS       /* whether waiters have them while things go wrong; they do what a look does */
#define HEARTBEATS false
#endif
#ifndef LATE             /* how many calls of one acquirer are on their way for which nobody waits any more */
#define LATE 1
#endif
#define PURGE_AFTER 2    /* how long after its last expiry the server purges a document (-DPURGE) */
#ifdef PURGE
#define TOKENS 4         /* tokens in one tick: as microseconds are to the clock's milliseconds, more than grants */
#else
#define TOKENS 0         /* without a purge the clock's part in them does nothing but make states */
#endif

#ifdef MUTANT_NO_MAX_TIME
#define MAX_TIME 100
#else
#define MAX_TIME 2       /* maxTimeMS: nothing is applied later than this after it was sent */
#endif
#ifdef MUTANT_CLOCKS_BEYOND_ALLOWANCE
#define SKEW (ALLOWANCE + 1)
#else
#define SKEW ALLOWANCE
#endif
#ifdef MUTANT_NO_ALLOWANCE
#define LESS_ALLOWANCE(t) (t)
#else
#define LESS_ALLOWANCE(t) ((t) - ALLOWANCE)
#endif
#define PATIENCE 2
#define MAX(x, y) ((x) > (y) -> (x) : (y))

/* ---- The lock's document ----------------------------------------------------------------------------------------- */
#define NOWHERE 0
#define QUEUED 1
#define HOLDS 2

typedef Document {
    bit exists;
    byte token;                      /* the last one granted */
    byte expiresAt;                  /* the latest expiry of an entry */
    byte place[ACQUIRERS];           /* an acquirer's entry: NOWHERE, in the queue, or among the holders */
    byte turn[ACQUIRERS];            /* of a waiter: 1 is the head of the queue */
    byte updatedAt[ACQUIRERS];
    byte endsAt[ACQUIRERS];          /* an entry's expiresAt */
    byte lease[ACQUIRERS];           /* of a holder: its token */
    byte stamp[ACQUIRERS];           /* which call touched the entry last; 0 where that call is forgotten */
    bit evicted[ACQUIRERS];
}
Document lock;                       /* on the primary */
Document known;                      /* what a majority has acknowledged: what answers, reads and events tell */
Document old;                        /* what a primary that was cut off still believes known */

/* ---- Calls on their way ------------------------------------------------------------------------------------------ */
#define ENQUEUE 1
#define TRY 2
#define TOUCH 3                      /* by the caller who waits */
#define RENEW 4                      /* by the renewal lane: an update, then a read */
#define REMOVE 5
#define EVICT_MARK 6
#define EVICT_NOW 7

#define FREE 0
#define SENT 1                       /* on its way, or waiting at the server; the driver may have had to send it twice */
#define APPLIED 3                    /* on the primary alone */
#define ACKNOWLEDGED 4               /* by a majority: the update's answer is on its way */
#define READ 5                       /* the read after a renewal's update has been answered */
#define FAILED 6                     /* not answered; whether it was applied, nobody knows */

typedef Call {
    byte kind;
    byte stage;
    byte sentAt;                     /* the instant before it was handed to the driver */
    bit silent;                      /* its caller waits for it no more */
    bit acked;                       /* of a renewal: its update was acknowledged */
    byte place;                      /* the answer: where the acquirer's entry stands, ... */
    byte lasts;                      /*    ... its expiresAt - updatedAt, ... */
    byte lease;                      /*    ... its token, ... */
    bit stamped;                     /*    ... whether this call touched it last, ... */
    bit evicted;                     /*    ... whether it is marked, ... */
    byte token;                      /*    ... and the document's token */
}
#define CALLS (2 + LATE)
#define OWN(a) ((a) * CALLS)         /* the caller's own call */
#define LANE(a) ((a) * CALLS + 1)    /* the renewal lane's */
#define ALL_CALLS (ACQUIRERS * CALLS + 1)
#define OPERATORS (ALL_CALLS - 1)
Call call[ALL_CALLS];
#define ACQUIRER(c) ((c) / CALLS)

/* ---- What agents and the operator know --------------------------------------------------------------------------- */
#define IDLE 0
#define ASKING 1                     /* not known to be in the queue: enqueues */
#define WAITING 2                    /* known to be in the queue: touches */
#define HOLDING 3                    /* a lease; held until the deadline */
#define LEAVING 4                    /* has released, lost, or given up: removes */
#define GONE 5                       /* removed for good */
#define DEAD 6

byte phase[ACQUIRERS];
byte deadline[ACQUIRERS];
byte enqueuedAt[ACQUIRERS];          /* when the last enqueue was sent of which the outcome stayed unknown, or 0 */
byte nextBeat[ACQUIRERS];            /* when its heartbeat, or its next remove, is due */
bit hinted[ACQUIRERS];               /* there is reason to look */
byte event[ACQUIRERS];               /* on its way from the stream: the token of a grant */
#ifdef MUTANT_SHORTCUT_ANY_TOKEN
#define SHORTCUT_TOKEN(n) true
#else
#define SHORTCUT_TOKEN(n) (event[n] > queuedToken[n])
#endif
#ifdef MUTANT_SHORTCUT_FROM_EVENT
#define SHORTCUT_FROM(n) now
#else
#define SHORTCUT_FROM(n) (queuedAt[n] - 1)
#endif
#ifdef MUTANT_SHORTCUT_NO_ALLOWANCE
#define SHORTCUT_LESS(t) (t)
#else
#define SHORTCUT_LESS(t) LESS_ALLOWANCE(t)
#endif
#ifdef MUTANT_SHORTCUT_TTL
#define SHORTCUT_LASTS TTL
#else
#define SHORTCUT_LASTS CLAIM_TIME
#endif
#ifdef SHORTCUT
#define EVENTS
byte queuedAt[ACQUIRERS];            /* the instant before the last acknowledged write that left it queued, plus 1 */
byte queuedToken[ACQUIRERS];         /* the document's token in that write's answer */
#endif
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
bit unacknowledged;                 /* something is applied on the primary alone */

/* ---- What must hold ------------------------------------------------------------------------------------------------ */
#define EXCLUSION 1                  /* what is believed at once fits the capacity */
#define TOKEN_ORDER 2                /* tokens grow with every grant, as a majority and as holders see it */
#define NONE_LOST 3                  /* no lease is gone before its deadline, unless it was evicted now */
#define NOTHING_LEFT 4               /* who was removed for good does not come back */
#define EXACT_EVICTION 5             /* an eviction ends the lease that was seen, and no other */
#define EVICTION_ENDS 6              /* no touch moves the end of a marked lease */
#define WAITERS_GET_ON 7             /* when nothing more goes wrong, who waits is served, or hears why not */
#ifndef ONLY                         /* one of them, or 0 for all */
#define ONLY 0
#endif
#define must(property, condition) assert(ONLY != 0 && ONLY != property || (condition))

/* for the properties alone */
byte reported;                       /* the token that was reported to a holder last */
byte lastLease;                      /* the highest token that a majority knows of, also over a purge */
bit removed[ACQUIRERS];              /* an operator has evicted it now: nobody waits for its holder to stop */
byte quarantineEnds[ACQUIRERS];      /* when its eviction is over at the latest */
hidden byte i, j, f, k, a, c, x, room;     /* scratch */

#ifdef MUTANT_NO_DEADLINE
#define believes(n) (phase[n] == HOLDING)
#else
#define believes(n) (phase[n] == HOLDING && now < deadline[n])
#endif
#define healthy (now < HEAL)
#define SERVER_NOW (now + skew)

/* ---- Settle: the steps of Settle.java, in its order, on call c of acquirer a -------------------------------------- */
inline drop(n) {                     /* an entry goes */
    if
    :: lock.place[n] == QUEUED ->
        for (j : 0 .. ACQUIRERS - 1) {
            if :: lock.turn[j] > lock.turn[n] -> lock.turn[j]-- :: else fi
        }
    :: else
    fi;
    lock.place[n] = NOWHERE; lock.turn[n] = 0; lock.updatedAt[n] = 0; lock.endsAt[n] = 0; lock.lease[n] = 0;
    lock.stamp[n] = 0; lock.evicted[n] = 0; quarantineEnds[n] = 0
}

inline dropExpired() {               /* 1 */
#ifdef MUTANT_EXPIRED_STAY
    skip
#else
    for (i : 0 .. ACQUIRERS - 1) {
        if :: lock.place[i] != NOWHERE && lock.endsAt[i] <= at -> drop(i) :: else fi
    }
#endif
}

#define STAMP (call[c].kind == RENEW && !call[c].silent -> c + 1 : 0)               /* of the others, the answer itself tells */

inline touched(n, lasting) {         /* no entry's time goes back; 1 ms is less than a tick, and the stamp makes it a write */
#ifdef MUTANT_TIMES_GO_BACK
    lock.updatedAt[n] = at;
#else
    lock.updatedAt[n] = MAX(lock.updatedAt[n], at);
#endif
    lock.endsAt[n] = lock.updatedAt[n] + lasting;
    lock.stamp[n] = STAMP
}

inline touch(n) {                    /* 2a. An evicted lease is not touched */
    if
    :: lock.place[n] == QUEUED -> touched(n, WAITER_TTL)
#ifdef MUTANT_TOUCH_EXTENDS_EVICTED
    :: lock.place[n] == HOLDS -> touched(n, TTL)
#else
    :: lock.place[n] == HOLDS && !lock.evicted[n] -> touched(n, TTL)
#endif
    :: else
    fi
}

inline enqueue(n) {                  /* 2b. Comes after the touch, which serves who is there */
    if
#ifdef MUTANT_NO_WEIGHT_CHECK
    :: lock.place[n] == NOWHERE ->
#else
    :: lock.place[n] == NOWHERE && WEIGHT(n) >= 1 && WEIGHT(n) <= CAPACITY ->
#endif
        must(NOTHING_LEFT, phase[n] != GONE);
        lock.turn[n] = 1;
        for (j : 0 .. ACQUIRERS - 1) {
            if :: j != n && lock.place[j] == QUEUED -> lock.turn[n]++ :: else fi
        }
        lock.place[n] = QUEUED; lock.updatedAt[n] = at; lock.endsAt[n] = at + WAITER_TTL; lock.stamp[n] = STAMP;
    :: else
    fi
}

inline remove(n) {                   /* 2c */
#ifdef MUTANT_REMOVE_BY_NAME
    for (i : 0 .. ACQUIRERS - 1) {
        if :: lock.place[i] == HOLDS -> drop(i) :: else fi
    }
#endif
    if :: lock.place[n] != NOWHERE -> drop(n) :: else fi
}

inline mark(n) {                     /* 2f. Once; it keeps its weight, and ends with the quarantine at the latest */
    if
    :: !lock.evicted[n] ->
        lock.evicted[n] = 1; lock.endsAt[n] = MAX(lock.endsAt[n], at + QUARANTINE); lock.stamp[n] = 0;
        quarantineEnds[n] = lock.endsAt[n]
    :: else
    fi
}

#if EVICTIONS
inline evict() {                     /* 2f, 2g. Exactly the lease that was seen */
    for (i : 0 .. ACQUIRERS - 1) {
        if
#ifdef MUTANT_EVICT_WHOEVER_HOLDS
        :: lock.place[i] == HOLDS ->
#else
#ifdef MUTANT_EVICT_ANY_TOKEN
        :: lock.place[i] == HOLDS && i == seen - 1 ->
#else
        :: lock.place[i] == HOLDS && i == seen - 1 && lock.lease[i] == seenToken ->
#endif
#endif
            must(EXACT_EVICTION, i == seen - 1 && lock.lease[i] == seenToken);
            mark(i);
            if
            :: call[c].kind == EVICT_NOW -> drop(i); removed[i] = 1
            :: else
#ifdef MUTANT_EVICTION_REMOVES
                -> drop(i)
#endif
            fi
        :: else
        fi
    }
}
#endif

inline promote() {                   /* 3. From the head of the queue while it fits */
    room = CAPACITY;
    for (i : 0 .. ACQUIRERS - 1) {
        if :: lock.place[i] == HOLDS -> room = (room > WEIGHT(i) -> room - WEIGHT(i) : 0) :: else fi
    }
    for (x : 1 .. ACQUIRERS) {       /* whoever is promoted leaves the head to the next */
        for (i : 0 .. ACQUIRERS - 1) {
            if
            :: lock.turn[i] == 1 && WEIGHT(i) <= room ->
                room = room - WEIGHT(i);
                for (j : 0 .. ACQUIRERS - 1) {
                    if :: lock.turn[j] > 0 -> lock.turn[j]-- :: else fi
                }
                lock.place[i] = HOLDS;
#ifdef MUTANT_TOKENS_FROM_ONE
                lock.token = lock.token + 1;
#else
                lock.token = MAX(lock.token + 1, at * TOKENS);
#endif
                lock.lease[i] = lock.token;
#ifdef MUTANT_TIMES_GO_BACK
                lock.updatedAt[i] = at;
#else
                lock.updatedAt[i] = MAX(lock.updatedAt[i], at);
#endif
                lock.endsAt[i] = lock.updatedAt[i] + (i == a -> TTL : CLAIM_TIME)
            :: else
            fi
        }
    }
}

inline doNotWait(n) {                /* 4 */
    if :: call[c].kind == TRY && lock.place[n] == QUEUED -> drop(n) :: else fi
}

inline record() {
    for (i : 0 .. ACQUIRERS - 1) {
#ifdef PURGE
        lock.expiresAt = MAX(lock.expiresAt, lock.endsAt[i]);
#endif
        must(EVICTION_ENDS, !lock.evicted[i] || lock.endsAt[i] == quarantineEnds[i])
    }
}

inline settle() {
    a = (c == OPERATORS -> ACQUIRERS : ACQUIRER(c));
    if
    :: !lock.exists && call[c].kind != ENQUEUE && call[c].kind != TRY      /* no touch and no remove creates it */
    :: else ->
        lock.exists = 1;
        dropExpired();
        if
        :: call[c].kind == ENQUEUE || call[c].kind == TRY -> touch(a); enqueue(a)
        :: call[c].kind == TOUCH || call[c].kind == RENEW -> touch(a)
#ifdef MUTANT_TOUCH_ENQUEUES
            ; enqueue(a)
#endif
        :: call[c].kind == REMOVE -> remove(a)
        :: else
#if EVICTIONS
            -> evict()
#endif
        fi;
        promote();
        doNotWait(a);
        record()
    fi
}

/* ---- The replica set ---------------------------------------------------------------------------------------------- */
inline copyTo(to, from) {
    to.exists = from.exists; to.token = from.token; to.expiresAt = from.expiresAt;
    for (i : 0 .. ACQUIRERS - 1) {
        to.place[i] = from.place[i]; to.turn[i] = from.turn[i]; to.updatedAt[i] = from.updatedAt[i];
        to.endsAt[i] = from.endsAt[i]; to.lease[i] = from.lease[i]; to.stamp[i] = from.stamp[i];
        to.evicted[i] = from.evicted[i]
    }
}

inline tell(document) {              /* what an answer tells of the caller's entry */
    call[c].place = document.place[a]; call[c].lasts = document.endsAt[a] - document.updatedAt[a];
    call[c].lease = document.lease[a]; call[c].stamped = (document.stamp[a] == STAMP && !document.evicted[a]);
    call[c].evicted = document.evicted[a]; call[c].token = document.token
}

inline answer() {
    a = (c == OPERATORS -> ACQUIRERS : ACQUIRER(c));
    if
    :: a < ACQUIRERS && call[c].kind != RENEW -> tell(lock)
    :: else
    fi
}

inline clearAnswer(k) {
    call[k].place = 0; call[k].lasts = 0; call[k].lease = 0; call[k].stamped = 0; call[k].evicted = 0; call[k].token = 0
}

inline forget(k) {                   /* the call's place is free for another, which has another stamp */
    for (f : 0 .. ACQUIRERS - 1) {
        if :: lock.stamp[f] == k + 1 -> lock.stamp[f] = 0 :: else fi;
        if :: known.stamp[f] == k + 1 -> known.stamp[f] = 0 :: else fi;
        if :: old.stamp[f] == k + 1 -> old.stamp[f] = 0 :: else fi
    }
    call[k].kind = 0; call[k].stage = FREE; call[k].sentAt = 0; call[k].silent = 0; call[k].acked = 0; clearAnswer(k)
}

inline acknowledge() {               /* a majority has what was applied */
    for (i : 0 .. ACQUIRERS - 1) {
        if
        :: lock.place[i] == HOLDS && lock.lease[i] != known.lease[i] ->
            must(TOKEN_ORDER, lock.lease[i] > lastLease);
#ifdef EVENTS
            event[i] = lock.lease[i]
#endif
        :: else
        fi
    }
    lastLease = MAX(lastLease, lock.token);
    unacknowledged = false;
    copyTo(known, lock);
    for (x : 0 .. ALL_CALLS - 1) {
        if
        :: call[x].stage == APPLIED -> call[x].stage = ACKNOWLEDGED
        :: else
        fi
    }
    for (c : 0 .. ALL_CALLS - 1) {
        if :: call[c].stage == ACKNOWLEDGED && call[c].silent -> forget(c) :: else fi
    }
}

/* Another member takes over: with its own clock, without what no majority has. The driver sends that once more. */
inline failOver() {
    failovers--;
    memberSince = now;
    unacknowledged = false;
    skew = (skew == 0 -> SKEW : 0);
    copyTo(old, known);
    copyTo(lock, known);
    for (c : 0 .. ALL_CALLS - 1) {
        if
        :: call[c].stage == APPLIED ->
            if
            :: call[c].silent -> forget(c)
            :: else ->
                call[c].stage = (now <= call[c].sentAt + MAX_TIME -> SENT : FAILED);
                clearAnswer(c)
            fi
        :: else
        fi
    }
    for (i : 0 .. ACQUIRERS - 1) {   /* a mark that is rolled back was never made */
        quarantineEnds[i] = (lock.evicted[i] -> lock.endsAt[i] : 0)
    }
}

/* The server sampled its clock, $$NOW, so many ticks before it reached the document. */
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
    :: d_step { call[n].stage == SENT && sampledAgo(2) -> reach(2); skip }
    od
}

proctype replicaSet() {
end:
    do
    :: d_step {                      /* ... and a majority follows later still */
        unacknowledged -> acknowledge(); skip
       }
    :: d_step { failovers > 0 && healthy -> failOver(); skip }
    od
}

#ifdef PURGE
proctype purger() {                  /* the TTL monitor */
end:
    do
    :: d_step {
        lock.exists && failovers == 0 && SERVER_NOW >= lock.expiresAt + PURGE_AFTER ->
            for (i : 0 .. ACQUIRERS - 1) { drop(i) }
            lock.exists = 0; lock.token = 0; lock.expiresAt = 0;
            copyTo(known, lock); skip
       }
    od
}
#endif

/* ---- An agent, with one acquirer ----------------------------------------------------------------------------------- */
inline send(k, what) {
    call[k].kind = what; call[k].stage = SENT; call[k].sentAt = now
}

#ifdef MUTANT_DEADLINE_FROM_ANSWER
#define TOUCHED_AT now
#else
#define TOUCHED_AT call[c].sentAt
#endif

inline silence(k, late) {            /* the caller waits for this call no more; it may be applied all the same */
    if
    :: (call[k].stage == SENT || call[k].stage == APPLIED) && call[late].stage == FREE ->
        call[late].kind = call[k].kind; call[late].stage = call[k].stage; call[late].sentAt = call[k].sentAt;
        call[late].silent = 1
    :: else
    fi;
    forget(k)
}

inline silenceAll(n) { silence(LANE(n), OWN(n) + CALLS - 1); silence(OWN(n), OWN(n) + CALLS - LATE) }

#if HEAL < 255
#define beat(n, at) nextBeat[n] = at
#else
#define beat(n, at) skip
#endif

inline leave(n) {                    /* whatever its lane has under way, nobody waits for */
    phase[n] = LEAVING; deadline[n] = 0; beat(n, now); hinted[n] = 0;
#ifdef SHORTCUT
    queuedAt[n] = 0; queuedToken[n] = 0;
#endif
    silenceAll(n)
}

inline hold(n, upTo, granted) {       /* the lease is reported; an answer that comes after its deadline is a loss */
    if
#ifdef MUTANT_NO_DEADLINE
    :: true ->
#else
    :: now < upTo ->
#endif
        phase[n] = HOLDING; deadline[n] = upTo;
#ifndef MUTANT_WAITERS_ANSWER_TOLD_TO_LEASE
        silence(LANE(n), OWN(n) + CALLS - 1);                      /* what it asked as a waiter tells nothing of the lease */
#endif
        room = 0;
        for (i : 0 .. ACQUIRERS - 1) {
            if :: believes(i) && !removed[i] -> room = room + WEIGHT(i) :: else fi
        }
        must(EXCLUSION, room <= CAPACITY);
        if
        :: CAPACITY == 1 && !removed[n] -> must(TOKEN_ORDER, granted > reported); reported = granted
        :: else
        fi
    :: else -> leave(n)
    fi
}

inline extend(n) {                   /* only what this call touched moves the deadline, and never of a lease that is over */
    if
    :: believes(n) -> deadline[n] = MAX(deadline[n], LESS_ALLOWANCE(TOUCHED_AT + call[c].lasts))
    :: else
    fi
}

inline lost(n) {                     /* it is not there any more, although its time is not over */
    if
    :: believes(n) -> must(NONE_LOST, removed[n]); leave(n)
    :: else -> leave(n)
    fi
}

inline renewed(n) {                  /* what a touch of a lease came to */
    if
#ifdef MUTANT_COUNTS_BELIEVED
    :: call[c].acked -> call[c].lasts = TTL; extend(n)
#endif
    :: call[c].place == NOWHERE && call[c].acked -> lost(n)
    :: call[c].place == HOLDS && call[c].evicted -> leave(n)
#ifdef MUTANT_STAMPS_IGNORED
    :: call[c].place == HOLDS && !call[c].evicted -> extend(n)
#else
    :: call[c].place == HOLDS && !call[c].evicted && call[c].stamped -> extend(n)
#endif
    :: else
    fi
}

inline queued(n) {
    phase[n] = WAITING;
#ifdef SHORTCUT
    if
    :: call[c].stamped -> queuedAt[n] = call[c].sentAt + 1; queuedToken[n] = call[c].token
    :: else
    fi
#endif
}

inline notThere(n) {                 /* a waiter that was dropped queues again; a try was refused */
    if
    :: phase[n] == WAITING -> phase[n] = ASKING
#ifdef MUTANT_REFUSED_TRY_FORGOTTEN
    :: phase[n] == ASKING -> phase[n] = GONE
#else
    :: phase[n] == ASKING && enqueuedAt[n] == 0 -> phase[n] = GONE
    :: phase[n] == ASKING && enqueuedAt[n] > 0 -> leave(n)
#endif
    fi
}

/* While an enqueue may still land, only a remove sent a ttl after it ends the repeats. */
#ifdef MUTANT_FIRST_REMOVE_ENDS
#define ENDED(n) true
#else
#define ENDED(n) (enqueuedAt[n] == 0 || call[c].sentAt >= enqueuedAt[n] + TTL)
#endif

inline answered(n) {                 /* the caller's own call */
    c = OWN(n);
    if
    :: call[c].kind == TOUCH && phase[n] == HOLDING -> call[c].acked = 1; renewed(n)
    :: call[c].kind != REMOVE && phase[n] != HOLDING && call[c].place == HOLDS ->
        if
        :: call[c].stamped && !call[c].evicted -> hold(n, LESS_ALLOWANCE(TOUCHED_AT + call[c].lasts), call[c].lease)
        :: else -> leave(n)
        fi
    :: call[c].kind != REMOVE && phase[n] != HOLDING && call[c].place == QUEUED -> queued(n)
    :: call[c].kind != REMOVE && phase[n] != HOLDING && call[c].place == NOWHERE -> notThere(n)
    :: call[c].kind == REMOVE && ENDED(n) -> phase[n] = GONE; enqueuedAt[n] = 0
    :: else
    fi;
    forget(c)
}

inline unanswered(n) {
    c = OWN(n);
#ifndef MUTANT_TWO_ENQUEUES
    if :: call[c].kind == ENQUEUE || call[c].kind == TRY -> enqueuedAt[n] = call[c].sentAt :: else fi;
#endif
    silence(c, c + 2)
}

inline readTouched(n, document) {    /* the lane's read: of a majority's state, and after its own update */
    c = LANE(n); a = n;
    tell(document)
}

inline laneAnswered(n) {
    c = LANE(n);
    if
    :: phase[n] == HOLDING -> renewed(n)
    :: phase[n] == WAITING && call[c].place == QUEUED -> queued(n)
    :: phase[n] == WAITING && call[c].place != QUEUED && call[c].acked -> hinted[n] = 1
    :: else
    fi
}

inline laneUnanswered(n, document) { /* its update is not, but its read: a stamp that it shows is proof all the same */
    readTouched(n, document);
    laneAnswered(n);
    clearAnswer(LANE(n));
    silence(LANE(n), OWN(n) + CALLS - 1)
}

#ifdef MUTANT_EVENTS_ALONE
#define BEATS(n) (healthy && (phase[n] == HOLDING || HEARTBEATS))
#else
#define BEATS(n) (healthy && (phase[n] == HOLDING || HEARTBEATS) || !healthy && phase[n] == WAITING && now >= nextBeat[n])
#endif

#define unanswerable(k) (call[k].stage == FAILED || call[k].stage != FREE && call[k].stage != READ && silences > 0 && healthy)

inline oneSilenceLess(k) {
    if :: call[k].stage != FAILED -> silences-- :: else fi
}

/* What a waiter does when it hears of its grant: looks. With the shortcut it first holds the lease for what is left of the
   claim time for certain. */
inline heard(n) {
    hinted[n] = 1;
#ifdef MUTANT_GRANTED_BY_EVENT
    if :: phase[n] == WAITING -> hold(n, LESS_ALLOWANCE(now + CLAIM_TIME), event[n]) :: else fi;
#endif
#ifdef SHORTCUT
    if
    :: phase[n] == WAITING && queuedAt[n] > 0 && SHORTCUT_TOKEN(n) ->
        x = SHORTCUT_LESS(SHORTCUT_FROM(n) + SHORTCUT_LASTS);
        if :: now < x -> hold(n, x, event[n]) :: else fi
    :: else
    fi;
#endif
    event[n] = 0
}

proctype agent(byte n) {
end:
    do
    :: d_step {                      /* somebody asks for the lock */
        (phase[n] == IDLE && healthy && now <= ASKS_BY(n) || phase[n] == ASKING && call[OWN(n)].stage == FREE) ->
            phase[n] = ASKING; x = (n == TRIER -> TRY : ENQUEUE); send(OWN(n), x)
       }
    :: d_step {                      /* looks: while things go wrong at any time, then where there is reason */
        phase[n] == WAITING && call[OWN(n)].stage == FREE && (healthy || hinted[n]) -> send(OWN(n), TOUCH); hinted[n] = 0
       }
    :: d_step {                      /* an answer, soon or late; a lease that came by the shortcut can be lost in between */
        call[OWN(n)].stage == ACKNOWLEDGED -> answered(n); skip
       }
    :: d_step {                      /* no answer */
        unanswerable(OWN(n)) -> oneSilenceLess(OWN(n)); unanswered(n); skip
       }
    :: d_step {                      /* the lane: renewals and heartbeats */
        (phase[n] == WAITING || phase[n] == HOLDING) && call[LANE(n)].stage == FREE && BEATS(n) ->
            send(LANE(n), RENEW); beat(n, now + 1)
       }
    :: d_step {
        call[LANE(n)].stage == ACKNOWLEDGED ->
#ifdef MUTANT_READ_OUTSIDE_SESSION
            if :: failovers < FAILOVERS -> readTouched(n, old) :: else -> readTouched(n, known) fi;
#else
            readTouched(n, known);
#endif
            call[LANE(n)].acked = 1; call[LANE(n)].stage = READ
       }
    :: d_step {
        call[LANE(n)].stage == READ -> laneAnswered(n); forget(LANE(n)); skip
       }
    :: d_step {
        unanswerable(LANE(n)) -> oneSilenceLess(LANE(n)); laneUnanswered(n, known); skip
       }
    :: d_step {                      /* then the read, too, may reach a member that was cut off */
        unanswerable(LANE(n)) && failovers < FAILOVERS -> oneSilenceLess(LANE(n)); laneUnanswered(n, old); skip
       }
    :: d_step {                      /* releases, or gives up */
        (believes(n) || (phase[n] == ASKING || phase[n] == WAITING) && call[OWN(n)].stage == FREE && healthy) -> leave(n); skip
       }
    :: d_step {
        phase[n] == LEAVING && call[OWN(n)].stage == FREE && (healthy || now >= nextBeat[n]) ->
            send(OWN(n), REMOVE); beat(n, now + 1)
       }
#ifdef MUTANT_ENQUEUED_AFTER_REMOVE
    :: d_step { phase[n] == LEAVING && call[OWN(n)].stage == FREE && healthy -> phase[n] = ASKING }
#endif
#ifdef EVENTS
    :: d_step { event[n] > 0 -> heard(n); skip }                   /* the stream: soon, late, ... */
    :: d_step { event[n] > 0 && healthy -> event[n] = 0 }          /* ... or cut */
#endif
#ifdef MUTANT_SHORTCUT_FROM_READ     /* a read that shows it queued is no write that left it so */
    :: d_step { phase[n] == WAITING && old.place[n] == QUEUED && queuedAt[n] <= now -> queuedAt[n] = now + 1; queuedToken[n] = old.token }
#endif
#ifdef MUTANT_GRANTED_BY_READ
    :: d_step {
        phase[n] == WAITING && known.place[n] == HOLDS ->
            hold(n, LESS_ALLOWANCE(now + known.endsAt[n] - known.updatedAt[n]), known.lease[n]); skip
       }
#endif
#if CRASHES
    :: d_step {                      /* dies */
        crashes > 0 && healthy && phase[n] != IDLE && phase[n] != GONE && phase[n] != DEAD ->
            crashes--; phase[n] = DEAD; deadline[n] = 0; enqueuedAt[n] = 0; silenceAll(n); skip
       }
#endif
    od
}

/* ---- An operator, who sees a lease, and evicts it later ------------------------------------------------------------- */
#if EVICTIONS
proctype operator() {
    byte n;
end:
    do
    :: n < ACQUIRERS - 1 -> n++
    :: n > 0 -> n--
    :: d_step { seen == 0 && evictionsLeft > 0 && known.place[n] == HOLDS && healthy ->
            seen = n + 1; seenToken = known.lease[n] }
    :: d_step { seen > 0 && call[OPERATORS].stage == FREE && evictionsLeft > 0 && healthy ->
            evictionsLeft--;
            call[OPERATORS].kind = EVICT; call[OPERATORS].stage = SENT; call[OPERATORS].sentAt = now }
    :: d_step { call[OPERATORS].stage == ACKNOWLEDGED || call[OPERATORS].stage == FAILED ->
            c = OPERATORS; forget(c); seen = 0; seenToken = 0 }
    od
}
#endif

/* ---- Time ----------------------------------------------------------------------------------------------------------- */
inline looks() {                     /* the stream is opened: after every opening each waiter looks */
    for (i : 0 .. ACQUIRERS - 1) {
        nextBeat[i] = now;
#ifndef MUTANT_EVENTS_ALONE
        hinted[i] = 1
#endif
    }
}

inline tick() {                      /* not while a call that somebody waits for is at its limit */
    x = 0;
    for (c : 0 .. ALL_CALLS - 1) {
        if
        :: call[c].stage == SENT && !call[c].silent && now >= call[c].sentAt + PATIENCE -> x = 1
        :: else
        fi
    }
    if
    :: x == 0 ->
        now++;
        for (c : 0 .. ALL_CALLS - 1) {
            if
            :: call[c].stage == SENT && call[c].silent && now > call[c].sentAt + MAX_TIME -> forget(c)
            :: else
            fi
        }
        for (i : 0 .. ACQUIRERS - 1) {                             /* past its deadline a lease is lost */
            if :: phase[i] == HOLDING && !believes(i) -> leave(i) :: else fi
        }
        if :: now > memberSince + MAX_TIME -> memberSince = 0 :: else fi;
        if
        :: now == HEAL -> looks()
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
    :: d_step { now < END && healthy -> tick() }
    :: now < END && !healthy && timeout -> d_step { tick() }
    od
}

init {
    atomic {
        if
        :: true
        :: FAILOVERS > 0 -> skew = SKEW
        fi;
        for (i : 0 .. ALL_CALLS - 1) { run callUnderWay(i) }
        for (i : 0 .. ACQUIRERS - 1) { run agent(i) }
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
