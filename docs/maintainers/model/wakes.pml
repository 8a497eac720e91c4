/*
 * How agents wake one another by hints (docs/maintainers/protocol.md), as a model for Spin: one lock, its document, agents that hold it, wait
 * for it and keep it, the collections of hints with their cursors, and hints that are lost, late and doubled. README.md says how to run it.
 *
 * One tick is the second after which an agent that waits looks for itself. Time passes only when nothing else can be done, so that
 * what could have been done at once was done; what is late is late on purpose. Every step of a process is atomic.
 */

/* ---- Sizes ------------------------------------------------------------------------------------------------------- */
#ifndef AGENTS
#define AGENTS 2
#endif
#ifndef KEEPER           /* the agent that keeps its lease */
#define KEEPER 255
#endif
#ifndef ON_STREAM        /* the agent that writes and reads no hints, and follows the change stream */
#define ON_STREAM 255
#endif
#ifndef LOSSES           /* how many hints are lost, be it that their writer dies after the answer */
#define LOSSES 0
#endif
#ifndef DELAYS           /* how many are late by a tick */
#define DELAYS 0
#endif
#ifndef DOUBLES          /* how many come twice */
#define DOUBLES 0
#endif
#ifndef BREAKS           /* how many cursors end: their collection was dropped, rolled over, or is empty */
#define BREAKS 0
#endif
#ifndef FAILOVERS        /* how often another member becomes the primary, without what was not acknowledged */
#define FAILOVERS 0
#endif
#ifndef END
#define END 3
#endif
#define NOBODY 255
#define MAX(x, y) ((x) > (y) -> (x) : (y))

/* ---- What must hold ---------------------------------------------------------------------------------------------- */
#define GRANT_IS_KNOWN 1 /* who believes a hint was granted by what a majority knows */
#define HEARD_AT_ONCE 2  /* where nothing went wrong, no time passes before a waiter knows of its grant */
#define LOOKED_FOR 3     /* whatever became of hints, a waiter knows of its grant after its next look */
#define CALLED_AGAIN 4   /* a kept lease that somebody waits for ends after that one's next look, unless a hint was lost again */
#define CURSORS_MEND 5   /* no time passes with a cursor that hears nothing */
#ifdef ONLY
#define must(property, condition) if :: property == ONLY -> assert(condition) :: else fi
#else
#define must(property, condition) assert(condition)
#endif

/* ---- The lock's document ----------------------------------------------------------------------------------------- */
#define NOWHERE 0
#define QUEUED 1
#define HOLDS 2
typedef Document {
    byte place[AGENTS];
    byte turn[AGENTS];   /* of a waiter: 1 is the head of the queue */
    byte token;
    bit kept             /* the holder keeps its lease */
}
Document lock;           /* on the primary */
Document known;          /* what a majority has acknowledged */
byte grantedAt[AGENTS];  /* when a majority knew of it */
byte queuedAt[AGENTS];
byte shownByOld = NOBODY; /* whom a primary that was cut off still shows as granted, to who repeats a call of before */
byte tokenOfOld;

/* ---- Agents ------------------------------------------------------------------------------------------------------ */
#define IDLE 0
#define ASKING 1
#define WAITING 2
#define HOLDING 3
#define KEEPING 4        /* idle */
#define LEAVING 5
#define GONE 6
byte phase[AGENTS];
byte asksAt[AGENTS];
byte endsAt[AGENTS];     /* when its use of the lock is over */
byte lastQueued[AGENTS]; /* the lock's token in the answer that left it queued */
bit hinted[AGENTS];      /* it has a reason to touch its entry */
bit looks[AGENTS];       /* its look for itself is due */
bit recalled[AGENTS];
bit hearsAll[AGENTS];    /* its cursor has been open since its last call was sent */

/* A call */
#define FREE 0
#define SENT 1
#define APPLIED 2        /* on the primary alone */
#define ACKNOWLEDGED 3
#define ENQUEUE 1
#define TOUCH 2
#define REMOVE 3
byte stage[AGENTS];
byte kind[AGENTS];
byte place[AGENTS];      /* what the answer shows of the agent */
byte token[AGENTS];
byte grants[AGENTS];     /* whom the change itself granted */
byte shows[AGENTS];      /* whom the answer to a call that changed nothing shows as granted */
byte recalls[AGENTS];
bit besideStream[AGENTS];
bit wasLost[AGENTS];     /* the call is a repetition */

/* Streams */
bit streams[AGENTS];

/* ---- Hints ------------------------------------------------------------------------------------------------------- */
/* To each agent, where 0 is none: those that are to be written, and those in the collection that its cursor has not yet brought. */
byte outToken[AGENTS];
bit outLook[AGENTS];
bit outRecall[AGENTS];
byte inToken[AGENTS];
bit inLook[AGENTS];
bit inRecall[AGENTS];
bit late[AGENTS];

#define CLOSED 0
#define LOOKED 1
#define FINDING 2        /* the server has run the find: what is written from now on is heard */
#define OPEN 3
#define DEAD 4
#define FORMER 5         /* at a member that is no primary any more */
byte cursor[AGENTS];
#define needed(n) (phase[n] != IDLE || n == KEEPER)    /* a keeper has listened before it asks to keep */

byte now;
byte losses = LOSSES;
byte delays = DELAYS;
byte doubles = DOUBLES;
byte breaks = BREAKS;
byte failovers = FAILOVERS;
bit lostNow;             /* in this tick */
hidden byte i;
hidden byte best;
hidden byte holder;

#define undisturbed (losses == LOSSES && delays == DELAYS && breaks == BREAKS && failovers == FAILOVERS)
#define onStream(n) (n == ON_STREAM)
#ifdef MUTANT_WAKES_WHO_ASKS_IS_FORGOTTEN
#define asksOrWaits(n) (phase[n] == WAITING)
#else
#define asksOrWaits(n) (phase[n] == WAITING || phase[n] == ASKING)
#endif

inline holderOf(d) {
    holder = NOBODY;
    for (i : 0 .. AGENTS - 1) {
        if :: d.place[i] == HOLDS -> holder = i :: else fi
    }
}

/* Whether an agent writes a hint for another. */
#define tells(n, other) (other != NOBODY && other != n && !onStream(n) && !onStream(other))

inline sayWhatFollows(n) {       /* from the answer: HintingStore */
    if
    :: tells(n, grants[n]) -> outToken[grants[n]] = token[n]
    :: grants[n] == NOBODY && tells(n, shows[n]) ->
#ifdef MUTANT_WAKES_TOKEN_OF_ANOTHERS_CHANGE
        outToken[shows[n]] = token[n]
#else
        outLook[shows[n]] = 1
#endif
    :: else
    fi;
    if :: tells(n, recalls[n]) -> outRecall[recalls[n]] = 1 :: else fi
}

inline apply(n) {                /* at the primary: settle */
    grants[n] = NOBODY; shows[n] = NOBODY; recalls[n] = NOBODY;
    if
    :: kind[n] == ENQUEUE && lock.place[n] == NOWHERE ->
        best = 0;
        for (i : 0 .. AGENTS - 1) { best = MAX(best, lock.turn[i]) }
        lock.place[n] = QUEUED; lock.turn[n] = best + 1;
        holderOf(lock);
        if :: holder != NOBODY && lock.kept && !onStream(n) -> recalls[n] = holder :: else fi
    :: kind[n] == REMOVE && lock.place[n] != NOWHERE ->
        if :: lock.place[n] == HOLDS -> lock.kept = 0 :: else fi;
        lock.place[n] = NOWHERE; lock.turn[n] = 0
    :: else
    fi;
    holderOf(lock);
    if
    :: holder == NOBODY ->
        best = NOBODY;
        for (i : 0 .. AGENTS - 1) {
            if :: lock.place[i] == QUEUED && (best == NOBODY || lock.turn[i] < lock.turn[best]) -> best = i :: else fi
        }
        if
        :: best != NOBODY ->
            lock.place[best] = HOLDS; lock.turn[best] = 0; lock.token++;
            lock.kept = (best == KEEPER);
            for (i : 0 .. AGENTS - 1) {
                if :: lock.place[i] == QUEUED -> lock.kept = 0 :: else fi
            }
            if :: best != n -> grants[n] = best :: else fi
        :: else
        fi
    :: else
    fi;
    place[n] = lock.place[n]; token[n] = lock.token;
    besideStream[n] = 0;
    if
    :: ON_STREAM < AGENTS && !onStream(n) -> besideStream[n] = (lock.place[ON_STREAM % AGENTS] != NOWHERE)
    :: else
    fi
}

inline send(n, what) {
    kind[n] = what; stage[n] = SENT;
    hearsAll[n] = (cursor[n] == OPEN)
}

inline hold(n) {
    phase[n] = HOLDING;
    if :: endsAt[n] = now :: endsAt[n] = now + 1 fi
}

inline queued(n) {
    phase[n] = WAITING; lastQueued[n] = token[n];
#ifndef MUTANT_WAKES_OTHERS_IGNORED
    if :: besideStream[n] && !streams[n] -> streams[n] = 1; hinted[n] = 1 :: else fi
#endif
}

inline answered(n) {
#ifndef MUTANT_WAKES_BEFORE_ACKNOWLEDGEMENT
    sayWhatFollows(n);
#endif
    if
    :: kind[n] == REMOVE -> phase[n] = GONE
    :: kind[n] != REMOVE && phase[n] != ASKING && phase[n] != WAITING -> skip
    :: else ->
        if
        :: place[n] == HOLDS -> hold(n)
        :: place[n] == QUEUED -> queued(n)
        :: else -> phase[n] = ASKING
        fi
    fi;
    stage[n] = FREE; wasLost[n] = 0
}

inline become_known() {
    for (i : 0 .. AGENTS - 1) {
        if :: lock.place[i] == HOLDS && known.place[i] != HOLDS ->
            grantedAt[i] = now;
            if :: onStream(i) || streams[i] -> hinted[i] = 1 :: else fi
        :: else
        fi;
        if :: lock.place[i] == QUEUED && known.place[i] != QUEUED -> queuedAt[i] = now :: else fi;
        known.place[i] = lock.place[i]; known.turn[i] = lock.turn[i];
        if :: stage[i] == APPLIED -> stage[i] = ACKNOWLEDGED :: else fi
    }
    known.token = lock.token; known.kept = lock.kept
}

proctype agent(byte me) {
end:
    do
    :: d_step { phase[me] == IDLE && now >= asksAt[me] -> phase[me] = ASKING; send(me, ENQUEUE) }
    :: d_step { phase[me] == ASKING && stage[me] == FREE -> send(me, ENQUEUE) }
    :: d_step { stage[me] == SENT -> apply(me); stage[me] = APPLIED;
#ifdef MUTANT_WAKES_BEFORE_ACKNOWLEDGEMENT
            sayWhatFollows(me)
#endif
       }
#if FAILOVERS
    :: d_step { stage[me] == SENT && wasLost[me] && kind[me] == REMOVE && shownByOld != NOBODY ->  /* no change: no majority is asked */
            grants[me] = NOBODY; recalls[me] = NOBODY; shows[me] = shownByOld; token[me] = tokenOfOld;
            shownByOld = NOBODY; stage[me] = ACKNOWLEDGED }
#endif
    :: d_step { stage[me] == ACKNOWLEDGED -> answered(me) }
    :: d_step { phase[me] == WAITING && hinted[me] && stage[me] == FREE -> hinted[me] = 0; send(me, TOUCH) }
    :: d_step { phase[me] == HOLDING && now >= endsAt[me] ->
            if
            :: me == KEEPER && lock.place[me] == HOLDS && lock.kept && hearsAll[me] && !recalled[me] -> phase[me] = KEEPING
            :: else -> phase[me] = LEAVING
            fi }
    :: d_step { phase[me] == KEEPING && recalled[me] -> phase[me] = LEAVING }
    :: d_step { phase[me] == LEAVING && stage[me] == FREE -> send(me, REMOVE) }
    :: d_step { looks[me] ->         /* a majority read */
            looks[me] = 0;
            if :: phase[me] == WAITING && known.place[me] == HOLDS -> hinted[me] = 1 :: else fi;
#ifndef MUTANT_WAKES_RECALLED_ONCE
            holderOf(known);
            if :: phase[me] == WAITING && known.kept && tells(me, holder) -> outRecall[holder] = 1 :: else fi
#endif
       }
    /* What its cursor brings */
    :: d_step { cursor[me] == OPEN && !late[me] && inToken[me] ->
            if
            :: phase[me] == WAITING && inToken[me] > lastQueued[me] ->
                must(GRANT_IS_KNOWN, known.place[me] == HOLDS && known.token >= inToken[me]);
                hold(me)
            :: phase[me] == ASKING -> hinted[me] = 1
            :: else
            fi;
            if :: doubles > 0 -> doubles-- :: inToken[me] = 0 fi }
    :: d_step { cursor[me] == OPEN && !late[me] && inLook[me] ->
            inLook[me] = 0;
            if :: phase[me] == WAITING || phase[me] == ASKING -> hinted[me] = 1 :: else fi }
    :: d_step { cursor[me] == OPEN && !late[me] && inRecall[me] -> inRecall[me] = 0; recalled[me] = 1 }
    od
}

proctype collectionOf(byte n) {  /* the hints to one agent, and its cursor */
end:
    do
    :: d_step { outToken[n] || outLook[n] || outRecall[n] ->     /* they are written */
            if
            :: cursor[n] == FINDING || cursor[n] == OPEN ->
                inToken[n] = MAX(inToken[n], outToken[n]); inLook[n] = inLook[n] || outLook[n]; inRecall[n] = inRecall[n] || outRecall[n]
            :: else
            fi;
            outToken[n] = 0; outLook[n] = 0; outRecall[n] = 0 }
    :: d_step { (outToken[n] || outLook[n] || outRecall[n]) && losses > 0 ->
            losses--; lostNow = 1; outToken[n] = 0; outLook[n] = 0; outRecall[n] = 0 }
    :: d_step { (inToken[n] || inLook[n] || inRecall[n]) && delays > 0 && !late[n] -> delays--; late[n] = 1 }
#ifdef MUTANT_WAKES_LOOKS_FIRST
    :: d_step { cursor[n] == CLOSED && needed(n) -> cursor[n] = LOOKED; hinted[n] = hinted[n] || asksOrWaits(n) }
    :: d_step { cursor[n] == LOOKED -> cursor[n] = FINDING }
    :: d_step { cursor[n] == FINDING -> cursor[n] = OPEN }
#else
    :: d_step { cursor[n] == CLOSED && needed(n) -> cursor[n] = FINDING }
    :: d_step { cursor[n] == FINDING -> cursor[n] = OPEN;
#ifndef MUTANT_WAKES_OPENED_WITHOUT_A_LOOK
            hinted[n] = hinted[n] || asksOrWaits(n)
#endif
       }
#endif
    :: d_step { cursor[n] == OPEN && breaks > 0 -> breaks--; cursor[n] = DEAD; inToken[n] = 0; inLook[n] = 0; inRecall[n] = 0 }
#ifndef MUTANT_WAKES_DEAD_IS_SILENT
    :: d_step { cursor[n] == DEAD -> cursor[n] = CLOSED; hearsAll[n] = 0; recalled[n] = recalled[n] || phase[n] == KEEPING }
#endif
#ifndef MUTANT_WAKES_FORMER_PRIMARY
    :: d_step { cursor[n] == FORMER -> cursor[n] = CLOSED; hearsAll[n] = 0; recalled[n] = recalled[n] || phase[n] == KEEPING }
#endif
    od
}

proctype replicaSet() {
    byte n;
end:
    do
    :: d_step { lock.token != known.token || stage[0] == APPLIED || stage[1] == APPLIED || stage[AGENTS - 1] == APPLIED -> become_known() }
#if FAILOVERS
    :: d_step { failovers > 0 ->
            failovers--;
            holderOf(lock);
            if :: holder != NOBODY && known.place[holder] != HOLDS -> shownByOld = holder; tokenOfOld = lock.token :: else fi;
            for (n : 0 .. AGENTS - 1) {
                lock.place[n] = known.place[n]; lock.turn[n] = known.turn[n];
                if :: stage[n] == APPLIED -> stage[n] = SENT; wasLost[n] = 1 :: else fi;
                if
                :: cursor[n] == OPEN || cursor[n] == FINDING -> cursor[n] = FORMER; inToken[n] = 0; inLook[n] = 0; inRecall[n] = 0
                :: else
                fi
            }
            lock.token = known.token; lock.kept = known.kept }
#endif
    od
}

inline tick() {
    for (i : 0 .. AGENTS - 1) {
        must(CURSORS_MEND, onStream(i) || !needed(i) || cursor[i] == OPEN);
        must(HEARD_AT_ONCE, !(undisturbed && known.place[i] == HOLDS && phase[i] == WAITING));
        must(LOOKED_FOR, !(known.place[i] == HOLDS && phase[i] == WAITING && now > grantedAt[i]));
        if
        :: KEEPER < AGENTS -> must(CALLED_AGAIN, lostNow || late[KEEPER % AGENTS]
                || !(phase[KEEPER % AGENTS] == KEEPING && i != KEEPER && known.place[i] == QUEUED && now > queuedAt[i]))
        :: else
        fi;
        late[i] = 0;
#ifndef MUTANT_WAKES_NO_LOOKS
        looks[i] = (phase[i] == WAITING)
#endif
    }
    lostNow = 0;
    now++
}

proctype clock() {
end:
    do
    :: now < END && timeout -> d_step { tick() }
    od
}

init {
    atomic {
        for (i : 0 .. AGENTS - 1) {
            grants[i] = NOBODY; shows[i] = NOBODY; recalls[i] = NOBODY;
            if :: asksAt[i] = 0 :: asksAt[i] = 1 fi;
            if :: onStream(i) -> streams[i] = 1; cursor[i] = OPEN :: else fi
        }
        for (i : 0 .. AGENTS - 1) { run agent(i); run collectionOf(i) }
        run replicaSet();
        run clock()
    }
}
