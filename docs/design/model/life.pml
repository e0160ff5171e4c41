/* SPDX-License-Identifier: Apache-2.0
 *
 * The life of staged items, as a model for spin: the state file, the drive, processes that execute
 * and restore, a person, and a world that gets in the way. README.md beside this file says what is
 * left out and why that is sound; script/model runs every check.
 *
 * What is asked is chosen when the model is compiled:
 *   ITEMS=n  RUNNERS=n   how many items, and how many processes that execute and restore
 *   KILLS                SIGKILL between any two steps of those
 *   LOST                 answers that are lost, and requests that take effect later
 *   LIES                 404 for what is there; what left is still shown by some, for a minute
 *   SILENCE              questions that are not answered, requests that are refused
 *   UNDO  KEEP  BACK  AGAIN  RULES   a person takes back, keeps, restores, stages again, edits rules
 *   OTHERS  MOVES        somebody edits, removes and moves items
 *   COPIES=n             the first n items are copies of each other, one of which has to stay
 *   QUOTA  JUMPS  PURGE  one deletion a day; a clock that is set; quarantine and its end
 *   EVIDENCE_OLD, MUTANT_…           faults that have to be found
 */

#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef RUNNERS
#define RUNNERS 1
#endif
#ifndef COPIES
#define COPIES 0
#endif
#define ATTEMPTS 2 /* ItemState.attemptsMax is 5: what matters is that one is the last */
#define WINDOW 1   /* in units of the clock, which are days as well */
/* The last instant of the clock: enough for a second staging after the first deletion. */
#if defined(JUMPS)
#define LATEST 3
#elif defined(AGAIN)
#define LATEST 2
#else
#define LATEST 1
#endif

#ifdef LIES
#define mayLie (!calm)
#else
#define mayLie false
#endif
#ifdef LOST
#define mayLose (!calm)
#else
#define mayLose false
#endif
#ifdef SILENCE
#define mayBeSilent (!calm)
#else
#define mayBeSilent false
#endif

/* ── The table of states ──────────────────────────────────────────────────────────────────────
 * Every change of a state is held against it. A test holds it against ItemState.successors, both
 * ways, and script/model checks that each of its lines is taken.
 */
mtype = {
    unstaged, staged, executing, deleted, restored, failed, gaveUp, changed, gone, held, deferred,
    undone, cancelled
}
#define TABLE \
    move(staged, executing)   move(staged, held)        move(staged, deferred) \
    move(staged, undone)      move(staged, cancelled) \
    move(executing, deleted)  move(executing, failed)   move(executing, gaveUp) \
    move(executing, changed)  move(executing, gone)     move(executing, staged) \
    move(held, staged)        move(held, undone)        move(held, cancelled) \
    move(deferred, staged)    move(deferred, undone)    move(deferred, cancelled) \
    move(failed, executing)   move(failed, held)        move(failed, deferred) \
    move(failed, undone)      move(failed, cancelled) \
    move(deleted, restored)
#define move(FROM, TO) || (before == FROM && after == TO)

/* ── The state file ─────────────────────────────────────────────────────────────────────────── */
#ifdef AGAIN
mtype state[ITEMS] = unstaged;
#else
mtype state[ITEMS] = staged;
#endif
byte attempt[ITEMS];
byte due[ITEMS] = WINDOW;
bit soon[ITEMS];      /* a request to delete it was sent less than a minute ago */
bit wish[ITEMS];      /* a person decided to keep it */
bit restoring[ITEMS];
bit purged[ITEMS];
bit isNew[ITEMS];     /* this staging is another one than a run may have looked at */
byte newest;          /* the newest instant in the state file */
byte latestDay;       /* the latest day that was opened */
byte dayOf[ITEMS];    /* the day that it counts for */
byte used[LATEST + 1]; /* what was charged to each day */
byte locks;           /* how many processes hold the runner's lock */

/* ── The drive, and the world ───────────────────────────────────────────────────────────────── */
mtype = { inPlace, moved, inBin, inQuarantine, away, destroyed }
#define exists(i) (where[i] == inPlace || where[i] == moved)
mtype where[ITEMS] = inPlace;
bit edited[ITEMS];    /* it is not what its plan saw */
bit flight[ITEMS];    /* a request to delete it is on its way */
bit lag[ITEMS];       /* it left less than a minute ago: somebody may still show it */
byte clock;
bit broken;           /* the rules file cannot be read */
bit protects[ITEMS];  /* the rules protect it, read or not */
bit calm;             /* nothing gets in the way any more */

/* ── What is true and nobody knows: read by assertions alone ────────────────────────────────── */
bit takenBack[ITEMS]; /* a person was told that it stays, or that it is back */
bit ours[ITEMS];      /* it was this program that removed it */
bit left[ITEMS];      /* it was removed since it was staged, whoever did it */
bit shielded[ITEMS];  /* it was protected when this run began */
byte promised[ITEMS] = WINDOW; /* when the person was told that its window ends */
byte topDay;          /* the latest day for which anything was begun */
byte trueDay[ITEMS];  /* that day, when the deletion of this one was begun */
byte spent;           /* deletions that were carried out for it */

/* The change of a state that is being made; for the table. */
byte before;
byte after;

#ifdef COVERAGE
c_decl {
    static unsigned char isTaken[32][32];
    static void take(int before, int after) {
        if (isTaken[before][after]) return;
        isTaken[before][after] = 1;
        printf("taken %d %d\n", before, after);
    }
}
#endif

#if ITEMS == 1
#define any(test) (test(0))
#elif ITEMS == 2
#define any(test) (test(0) || test(1))
#else
#define any(test) (test(0) || test(1) || test(2))
#endif
#define latestOf(a, b) ((a) > (b) -> (a) : (b))
#define letter(i) ('A' + (i))

/* ── Transactions of the state file ─────────────────────────────────────────────────────────── */
#define canBeUndone(i) \
    (state[i] == staged || state[i] == held || state[i] == deferred || state[i] == failed)
#define isActive(i) (canBeUndone(i) || state[i] == executing)
#define isDue(i) (canBeUndone(i) && due[i] <= clock)
#define isExecuting(i) (state[i] == executing)
#define isInFlight(i) (flight[i])
#define isHeard(i) (soon[i] || lag[i])
#define isRestoring(i) (restoring[i])
#define isBack(i) (state[i] == deleted && !purged[i])
#define isOpen(i) (isExecuting(i) || isRestoring(i) || isDue(i))

inline become(i, next) {
    before = state[i];
    after = next;
    assert(false TABLE);
#ifdef COVERAGE
    c_code { take(now.before, now.after); };
#endif
    printf("          %c: %e, now %e\n", letter(i), before, after);
    /* Invariant 5: it is true; and what is put down to somebody else was not this program. */
    assert(next != deleted || left[i]);
    assert(next != gone || (left[i] && !ours[i]));
    state[i] = next;
    newest = latestOf(newest, clock);
    before = 0;
    after = 0
}

/* What is held or deferred is staged again first. */
inline takeUp(i) {
    if
    :: state[i] == held || state[i] == deferred -> become(i, staged)
    :: else
    fi
}

/* What became of an item, as it was found out; `idle` if nothing is to be recorded. */
mtype = {
    idle, isReady, isBegun, isSent, isUnclear, isMismatched, isNotFound, isDeleted, isGone,
    isChanged, isHeld, isCancelled, isFailed, isUntouched, isPostponed, isSeenBack, isNotBack,
    isAskedBack, isPurged
}

/* Records the outcome of an item that is executing; its charge is part of the transaction. */
inline finish(i, outcome) {
    if
    :: outcome == isDeleted ->
        become(i, deleted);
#ifndef MUTANT_CHARGE_APART
        used[dayOf[i]] = used[dayOf[i]] + 1
#endif
    :: outcome == isGone -> become(i, gone)
    :: outcome == isChanged -> become(i, changed)
    :: outcome == isFailed && attempt[i] < ATTEMPTS -> become(i, failed)
    :: outcome == isFailed && attempt[i] >= ATTEMPTS -> become(i, gaveUp)
    :: outcome == isUntouched || outcome == isPostponed ->
        /* Nothing was tried: it does not count as an attempt. */
        become(i, staged);
        attempt[i] = attempt[i] - 1
    :: else
    fi
}

/* ── What the service answers ───────────────────────────────────────────────────────────────── */
mtype = { same, differs, setAside, missing, silent }

inline ask(i, reply) {
    if
    :: exists(i) -> reply = (edited[i] -> differs : same)
    :: where[i] == inQuarantine -> reply = setAside
    :: where[i] == inBin || where[i] == away || where[i] == destroyed -> reply = missing
    :: mayLie && (exists(i) || where[i] == inQuarantine) ->
        reply = missing;
        printf("  run %d: is told by mistake that there is no %c\n", _pid, letter(i))
    :: mayLie && lag[i] && !exists(i) ->
        reply = (edited[i] -> differs : same);
        printf("  run %d: is shown what has left already: %c\n", _pid, letter(i))
    :: mayBeSilent -> reply = silent
    fi
}

/* Whether it is proved that an item of which a 404 was said is no more: by the bin, by a tombstone, or
 * by a listing of all. By the old rules two 404s proved it. A listing of its folder alone does not:
 * the item may have been moved. */
inline prove(i, isProved) {
    if
#ifdef EVIDENCE_LISTING
    :: where[i] != inPlace -> isProved = 1
#else
    :: !exists(i) -> isProved = 1
#endif
    :: exists(i) || !calm -> isProved = 0
    fi
}
#ifdef EVIDENCE_OLD
#define EVIDENCE_OLD_DELETED
#define EVIDENCE_OLD_GONE
#define EVIDENCE_OLD_PURGED
#endif
/* Of what is missing after our request, and of what is missing before it. */
inline proveDeleted(i, isProved) {
#ifdef EVIDENCE_OLD_DELETED
    isProved = 1
#else
    prove(i, isProved)
#endif
}
inline proveGone(i, isProved) {
#ifdef EVIDENCE_OLD_GONE
    isProved = 1
#else
    prove(i, isProved)
#endif
}
inline provePurged(i, isProved) {
#ifdef EVIDENCE_OLD_PURGED
    isProved = 1
#else
    prove(i, isProved);
    isProved = isProved && where[i] != inQuarantine
#endif
}

/* Whether it counts that an item was seen: for a minute after a request was sent, it may be on its
 * way still, or somebody may not have heard of what it did. */
#ifdef MUTANT_SEEN_AT_ONCE
#define isBelieved(i) true
#else
#define isBelieved(i) (!soon[i])
#endif

/* ── What happens on the drive ──────────────────────────────────────────────────────────────── */
#define inGroup(i) ((i) < COPIES)
#define isCopy(i, j) ((i) != (j) && inGroup(j) && where[j] == inPlace && !edited[j])
#define remains(i, j) ((i) != (j) && inGroup(j) && !ours[j])
#if ITEMS == 1
#define hasCopy(i) true
#define hasOther(i) true
#elif ITEMS == 2
#define hasCopy(i) (isCopy(i, 0) || isCopy(i, 1))
#define hasOther(i) (remains(i, 0) || remains(i, 1))
#else
#define hasCopy(i) (isCopy(i, 0) || isCopy(i, 1) || isCopy(i, 2))
#define hasOther(i) (remains(i, 0) || remains(i, 1) || remains(i, 2))
#endif

/* A deletion takes effect. */
inline remove(i) {
    printf("  drive: %c leaves its place\n", letter(i));
    /* Invariant 7: undo wins. */
    assert(!takenBack[i]);
    /* Invariant 1: its content is what the plan saw. */
    assert(!edited[i]);
    /* Invariant 3: not every copy goes at our hand. */
    assert(!inGroup(i) || hasOther(i));
#ifdef QUOTA
    /* Invariant 6: one a day, however the clock jumps. */
    assert(trueDay[i] != topDay || spent == 0);
    spent = (trueDay[i] == topDay -> spent + 1 : spent);
#endif
#ifdef PURGE
    where[i] = inQuarantine;
#else
    where[i] = inBin;
#endif
    ours[i] = 1;
    left[i] = 1;
    lag[i] = 1
}

/* The service handles a request to delete: only what has the tag of the plan goes. */
inline land(i) {
    flight[i] = 0;
    if
#ifdef MUTANT_NO_LOOK
    :: where[i] == inPlace -> remove(i)
#else
    :: where[i] == inPlace && !edited[i] -> remove(i)
#endif
    :: else
    fi
}

/* ── A process that executes or restores ────────────────────────────────────────────────────── */
#ifdef KILLS
#define crash if :: true :: !calm -> printf("  run %d: is killed\n", _pid); goto finished fi
#else
#define crash skip
#endif
#ifdef PURGE
#define canBePurged(i) (isBack(i) && !restoring[i] && !wish[i] && !calm)
#define hasWork (any(isOpen) || any(canBePurged))
#else
#define hasWork any(isOpen)
#endif
#ifdef BACK
#define mayBegin (hasWork || (!calm && any(isBack)))
#else
#define mayBegin hasWork
#endif
#define eachItem(i) i = 0; do :: i < ITEMS ->
#define nextItem(i) i++ :: else -> break od; i = 0
#define seek(test) do :: i < ITEMS && !(test) -> i++ :: else -> break od
/* What was executing before this run and is so still, for it was seen too soon: the run goes on with it. */
#define isOpenStill(i) (isExecuting(i) && soon[i])
/* What has failed waits for its time. */
#define seekDue do \
    :: i < ITEMS && !isOpenStill(i) && (!isDue(i) || (state[i] == failed && !calm)) -> i++ \
    :: i < ITEMS && (isDue(i) || isOpenStill(i)) -> break \
    :: i >= ITEMS -> break \
    od

/* What does not count as a copy that stays. */
#ifdef MUTANT_STAGED_COPIES
#define isExpectedToGo(i) false
#else
#define isExpectedToGo(i) isActive(i)
#endif
#ifdef MUTANT_DELETED_COPIES
#define isKnownToBeGone(i) false
#else
#define isKnownToBeGone(i) (state[i] == deleted || state[i] == gone)
#endif

active [RUNNERS] proctype Run() {
    byte i;
    byte j;
    byte count;
    byte day;
    mtype note[ITEMS] = idle;
    bit free[ITEMS];     /* counts as a copy that stays */
    bit again[ITEMS];    /* its request is sent once more, and the first one may be on its way */
    bit isProved;
    bit mayBeBack;
    bit isQuiet;         /* began when nothing got in the way any more */
    bit isUnread;        /* began when the rules could not be read */
    mtype reply = idle;

end:
    atomic {
#ifdef MUTANT_NO_LOCK
        mayBegin;
#else
        locks == 0 && mayBegin;
#endif
        locks++;
        if
        :: hasWork ->
            printf("  run %d: begins to execute\n", _pid);
            isQuiet = calm;
#ifdef RULES
            isUnread = broken;
            eachItem(i) shielded[i] = protects[i]; nextItem(i);
#endif
#ifdef MUTANT_NO_RECOVERY
            i = ITEMS
#else
            seek(isExecuting(i))
#endif
#ifdef BACK
        :: !calm && any(isBack) ->
            seek(isBack(i));
            if
            :: i == 0 && any(isBack) -> i++; seek(isBack(i))
            :: true
            fi;
            if
            :: i == ITEMS -> i = 0; seek(isBack(i))
            :: else
            fi;
            mayBeBack = restoring[i];
            printf("  run %d: begins to restore %c\n", _pid, letter(i));
            goto bringBack
#endif
        fi
    }

    /* Recover: what is executing is asked for. */
    do
    :: atomic {
            i < ITEMS ->
            crash;
            printf("  run %d: finds executing, and asks for %c\n", _pid, letter(i));
            ask(i, reply);
            if
            :: reply == same && isBelieved(i) -> note[i] = isUntouched
            :: reply == differs -> note[i] = isChanged
            :: reply == setAside -> note[i] = isDeleted
            :: reply == missing ->
                proveDeleted(i, isProved);
                note[i] = (isProved -> isDeleted : idle)
            :: else
            fi;
            reply = idle;
            isProved = 0;
            i++;
            seek(isExecuting(i))
        }
    :: atomic {
            i == ITEMS ->
            crash;
            eachItem(i)
                finish(i, note[i]);
                note[i] = idle;
            nextItem(i);
            seek(isRestoring(i));
            break
        }
    od;
    atomic {
        if
        :: i < ITEMS -> mayBeBack = 1; goto bringBack
        :: else -> i = 0
        fi
    }

recovered:
#ifdef PURGE
    /* Purge: what has been in quarantine long enough, and nobody decided to keep. */
    do
    :: atomic {
            i < ITEMS && canBePurged(i) ->
            crash;
            printf("  run %d: is to purge %c\n", _pid, letter(i));
            ask(i, reply);
            if
            :: reply == setAside ->
                assert(!takenBack[i]);
                printf("  drive: %c leaves the quarantine\n", letter(i));
                where[i] = destroyed;
                note[i] = isPurged
            :: reply == missing ->
                provePurged(i, isProved);
                note[i] = (isProved -> isPurged : idle)
            :: else
            fi;
            reply = idle;
            isProved = 0
        }
        atomic {
            crash;
            if
            :: note[i] == isPurged ->
                /* Invariant 5: it is true. */
                assert(where[i] == destroyed || where[i] == away);
                purged[i] = 1;
                printf("          %c: purged\n", letter(i))
            :: else
            fi;
            note[i] = idle;
            i++
        }
    :: atomic { i < ITEMS -> i++ }
    :: atomic { i == ITEMS -> i = 0; break }
    od;
#endif

    /* Look: each item that is due, and what the rules and people say of it. */
    atomic { crash; seekDue }
    do
    :: atomic {
            i < ITEMS ->
            crash;
            printf("  run %d: looks at %c\n", _pid, letter(i));
            isNew[i] = 0;
            ask(i, reply);
            if
            :: reply == silent -> note[i] = isHeld
            :: reply == differs || reply == setAside -> note[i] = isChanged
            :: reply == missing ->
                proveGone(i, isProved);
                note[i] = (isProved -> isGone : isHeld)
            :: reply == same ->
                if
#ifdef MUTANT_BLIND_AGAIN
                :: isExecuting(i) -> note[i] = isReady
#endif
#ifdef RULES
#ifndef MUTANT_RULES_DROPPED
                :: isUnread -> note[i] = isHeld
#endif
                :: !isUnread && shielded[i] -> note[i] = isCancelled
#endif
#ifndef MUTANT_KEEP_UNREAD
                :: !isUnread && wish[i] -> note[i] = isCancelled
#endif
                :: else -> note[i] = isReady
                fi
            fi;
            reply = idle;
            isProved = 0;
            i++;
            seekDue
        }
    :: atomic {
            /* What cannot go is settled; undo wins. */
            i == ITEMS ->
            crash;
            eachItem(i)
                note[i] = (canBeUndone(i) && !isNew[i] || note[i] == isReady && isExecuting(i)
                    -> note[i] : idle);
                if
                :: note[i] == isHeld && state[i] != held ->
                    takeUp(i);
                    become(i, held)
                :: note[i] == isCancelled -> become(i, cancelled)
                :: note[i] == isChanged || note[i] == isGone ->
                    takeUp(i);
                    become(i, executing);
                    attempt[i]++;
                    finish(i, note[i])
                :: else
                fi;
                note[i] = (note[i] == isReady -> isReady : idle);
            nextItem(i);
            break
        }
    od;

#if COPIES
    /* Copies: which of them stay, as far as the state file knows. */
    atomic {
        crash;
        eachItem(i)
            free[i] = inGroup(i) && !isExpectedToGo(i) && !isKnownToBeGone(i);
        nextItem(i);
        eachItem(i)
            note[i] = (isNew[i] -> idle : note[i]);
            if
            :: note[i] == isReady && inGroup(i) ->
                count = 0;
                eachItem(j)
                    count = (j != i && free[j] -> count + 1 : count);
                nextItem(j);
                if
                :: count == 0 && canBeUndone(i) ->
                    takeUp(i);
                    become(i, executing);
                    attempt[i]++;
                    finish(i, isChanged)
                :: else
                fi;
                note[i] = (count == 0 -> idle : isReady);
                count = 0
            :: else
            fi;
        nextItem(i)
    }
#endif

    /* Intent: one transaction. */
    atomic {
        crash;
#ifdef MUTANT_CLOCK_DAY
        day = clock;
#else
        day = latestOf(clock, latestDay);
#endif
        eachItem(i)
            note[i] = (isNew[i] -> idle : note[i]);
            if
            :: note[i] != isReady
            :: note[i] == isReady && isExecuting(i) ->
                /* Its intent stands, and its place in the quota. */
                again[i] = 1;
                note[i] = isBegun
#ifdef MUTANT_BLIND_INTENT
            :: note[i] == isReady && state[i] == undone ->
                state[i] = executing;
                attempt[i]++;
                note[i] = isBegun
#endif
            :: note[i] == isReady && isDue(i) ->
#ifdef QUOTA
                count = used[day];
#ifndef MUTANT_NO_RESERVE
                eachItem(j)
                    count = (state[j] == executing && dayOf[j] == day -> count + 1 : count);
                nextItem(j);
#endif
                if
                :: count >= 1 ->
                    note[i] = idle;
                    if
                    :: state[i] != deferred -> takeUp(i); become(i, deferred)
                    :: else
                    fi
                :: else
                fi;
                count = 0;
#endif
                if
                :: note[i] == isReady ->
                    /* Invariant 1: the window is over, as it was promised. Invariant 7. */
                    assert(clock >= promised[i]);
                    assert(!wish[i]);
                    takeUp(i);
                    become(i, executing);
                    attempt[i]++;
#ifdef QUOTA
                    dayOf[i] = day;
                    spent = (day > topDay -> 0 : spent);
                    topDay = latestOf(topDay, day);
                    latestDay = latestOf(latestDay, day);
                    trueDay[i] = topDay;
#endif
                    note[i] = isBegun
                :: else
                fi
            :: else -> note[i] = idle
            fi;
        nextItem(i);
        day = 0;
        seek(note[i] == isBegun)
    }
#ifdef MUTANT_OUTCOME_FIRST
    atomic {
        crash;
        eachItem(i)
            if
            :: note[i] == isBegun -> become(i, deleted)
            :: else
            fi;
        nextItem(i);
        seek(note[i] == isBegun)
    }
#endif

    /* Effect: one item after the other, each looked at once more by the drive. */
    do
    :: atomic {
            i < ITEMS ->
            crash;
#ifdef MUTANT_NO_LOOK
            reply = same;
#else
            ask(i, reply);
#endif
            if
            :: reply == same ->
                count = !inGroup(i);
#if COPIES
                eachItem(j)
                    if
                    :: inGroup(i) && j != i && free[j] ->
                        ask(j, reply);
                        count = (reply == same -> count + 1 : count)
                    :: else
                    fi;
                nextItem(j);
#endif
                if
                :: count > 0 ->
                    /* Invariant 2: the rules do not protect it. Invariant 3: a copy is there. */
                    assert(!shielded[i]);
                    assert(!inGroup(i) || hasCopy(i));
                    printf("  run %d: tells the drive to delete %c\n", _pid, letter(i));
                    flight[i] = 1;
                    soon[i] = 1;
                    note[i] = isSent
                :: count == 0 -> note[i] = (reply == silent -> isPostponed : isChanged)
                fi;
                count = 0
            :: reply == differs || reply == setAside -> note[i] = isChanged
            :: reply == missing ->
                proveGone(i, isProved);
                note[i] = (isProved -> isGone : isPostponed)
            :: reply == silent -> note[i] = isPostponed
            fi;
            reply = idle;
            isProved = 0
        }
        atomic {
            crash;
            if
            :: note[i] == isSent && flight[i] -> land(i)
            :: note[i] == isSent && flight[i] && mayLose -> note[i] = isUnclear
            :: note[i] == isSent && flight[i] && mayBeSilent -> flight[i] = 0; note[i] = isFailed
            :: note[i] == isSent && flight[i] && mayBeSilent ->
                flight[i] = 0;
                note[i] = isPostponed
            :: note[i] == isSent && flight[i] && mayLie -> flight[i] = 0; note[i] = isNotFound
            :: else
            fi;
            if
            :: note[i] == isSent && ours[i] -> note[i] = isDeleted
            :: note[i] == isSent && !ours[i] && exists(i) -> note[i] = isMismatched
            :: note[i] == isSent && !ours[i] && !exists(i) -> note[i] = isNotFound
            :: note[i] == isSent && mayLose -> note[i] = isUnclear
            :: else
            fi;
            if
            :: note[i] == isUnclear -> printf("  run %d: hears nothing of %c\n", _pid, letter(i))
            :: note[i] == isNotFound -> printf("  run %d: is told 404 for %c\n", _pid, letter(i))
            :: else
            fi
        }
        atomic {
            crash;
            if
            :: note[i] == isUnclear || note[i] == isNotFound || note[i] == isMismatched ->
                printf("  run %d: asks what became of %c\n", _pid, letter(i));
                ask(i, reply);
                if
                :: reply == differs -> note[i] = isChanged
                :: reply == setAside -> note[i] = isDeleted
                :: reply == missing ->
                    if
                    :: note[i] == isUnclear ->
                        proveDeleted(i, isProved);
                        note[i] = (isProved -> isDeleted : idle)
                    :: else ->
                        proveGone(i, isProved);
                        note[i] = (isProved -> isGone : idle)
                    fi
                :: reply == silent -> note[i] = (note[i] == isMismatched -> isChanged : idle)
                :: reply == same ->
                    if
                    :: note[i] != isUnclear || isBelieved(i) -> note[i] = isFailed
                    :: else -> note[i] = idle
                    fi
                fi;
                reply = idle;
                isProved = 0
            :: else
            fi;
            i++;
            seek(note[i] == isBegun)
        }
    :: atomic {
            /* Outcome: one transaction. What nobody knows stays executing. */
            i == ITEMS ->
            crash;
            eachItem(i)
#ifndef MUTANT_SETTLED_AGAIN
                if
                :: again[i] && note[i] == isGone -> note[i] = isDeleted
                :: again[i] && note[i] != isGone && note[i] != isDeleted -> note[i] = idle
                :: else
                fi;
#endif
#ifndef MUTANT_OUTCOME_FIRST
                finish(i, note[i]);
#endif
                note[i] = (note[i] == isPostponed || note[i] == isDeleted -> note[i] : idle);
            nextItem(i);
            break
        }
    od;
#ifdef MUTANT_CHARGE_APART
    atomic {
        crash;
        eachItem(i)
            used[dayOf[i]] = used[dayOf[i]] + (note[i] == isDeleted -> 1 : 0);
        nextItem(i)
    }
#endif
    atomic {
        crash;
        eachItem(i)
            if
            :: note[i] == isPostponed && canBeUndone(i) && state[i] != held && !isNew[i] ->
                takeUp(i);
                become(i, held)
            :: else
            fi;
            note[i] = idle;
        nextItem(i);
        /* Invariant 4: a run that nothing gets in the way of ends where an uninterrupted one does,
         * and what the state file tells of each item is true. */
        if
        :: isQuiet ->
            eachItem(i)
                assert(state[i] != executing && state[i] != staged && state[i] != failed);
                assert(state[i] != held || isUnread);
                assert(state[i] != deferred || used[latestOf(clock, latestDay)] >= 1);
                assert(!restoring[i]);
                assert(state[i] != deleted || !exists(i));
                assert(!ours[i] || state[i] == deleted);
            nextItem(i)
        :: else
        fi;
        goto finished
    }

    /* Restore: intent, effect, outcome. */
bringBack:
    atomic {
        crash;
        if
        :: isBack(i) -> restoring[i] = 1
        :: else -> goto finished
        fi
    }
    atomic {
        crash;
        ask(i, reply);
        if
        :: reply == silent -> note[i] = (mayBeBack -> idle : isNotBack)
        :: (reply == same || reply == differs) && isBelieved(i) -> note[i] = isSeenBack
        :: else ->
            if
            :: where[i] == inBin || where[i] == inQuarantine ->
                printf("  drive: %c is back in its place\n", letter(i));
                where[i] = inPlace;
                ours[i] = 0;
                lag[i] = 0;
                flight[i] = 0; /* it carries a tag that is not the item's any more */
                note[i] = isAskedBack
            :: (where[i] == inBin || where[i] == inQuarantine) && mayBeSilent ->
                note[i] = isNotBack
            :: exists(i) -> note[i] = isAskedBack
            :: where[i] == away || where[i] == destroyed -> note[i] = isNotBack
            fi
        fi;
        reply = idle
    }
    atomic {
        crash;
        if
        :: note[i] == isAskedBack ->
            ask(i, reply);
            note[i] = (reply == same || reply == differs -> isSeenBack : idle);
            reply = idle
        :: else
        fi
    }
    atomic {
        crash;
        if
        :: note[i] == isSeenBack ->
            /* What is said to be back does not lie in a bin. */
            assert(exists(i) || where[i] == away);
            become(i, restored);
            restoring[i] = 0;
            takenBack[i] = 1
        :: note[i] == isNotBack -> restoring[i] = 0
        :: else
        fi;
        note[i] = idle;
        if
        :: isQuiet ->
            mayBeBack = 0;
            i = 0;
            seek(isRestoring(i));
            if
            :: i < ITEMS -> mayBeBack = 1; goto bringBack
            :: else -> i = 0; goto recovered
            fi
        :: else -> goto finished
        fi
    }

finished:
    atomic {
        eachItem(i)
            note[i] = idle;
            free[i] = 0;
            again[i] = 0;
        nextItem(i);
        j = 0;
        count = 0;
        day = 0;
        reply = idle;
        isProved = 0;
        mayBeBack = 0;
        isQuiet = 0;
        isUnread = 0;
        locks--;
        goto end
    }
}

/* ── A person, and what runs by itself at night: one process for each item ──────────────────── */
inline stage(i) {
#ifdef MUTANT_CLOCK_DUE
    due[i] = clock + WINDOW;
#else
    due[i] = latestOf(clock, newest) + WINDOW;
#endif
    promised[i] = latestOf(clock, newest) + WINDOW;
    newest = latestOf(newest, clock);
    attempt[i] = 0;
    dayOf[i] = 0;
    trueDay[i] = 0;
    edited[i] = 0;
    ours[i] = 0;
    left[i] = 0;
    isNew[i] = 1;
    state[i] = staged
}

/* Where the item can be planned and staged; the third of three copies always stays. */
#define canBeStaged(i) \
    (!calm && !isActive(i) && where[i] == inPlace && !restoring[i] \
        && latestOf(clock, newest) < LATEST && !((i) == 2 && COPIES == 3))
#ifdef MUTANT_STAGES_AGAIN
#define isLeftAlone(i) false
#else
#define isLeftAlone(i) (wish[i] || (takenBack[i] && !edited[i]))
#endif

/* What is said to stay has not left by our hand. */
inline takeBack(i) {
    assert(!ours[i]);
    become(i, undone);
    takenBack[i] = 1
}

active [ITEMS] proctype Person() {
#define mine (_pid - RUNNERS)
end:
    do
#ifdef UNDO
    :: d_step {
            !calm && canBeUndone(mine) ->
            printf("person: takes %c back, and is told that it stays\n", letter(mine));
            takeBack(mine)
        }
#endif
#ifdef KEEP
    :: d_step {
            !calm && !wish[mine] ->
            printf("person: decides to keep %c\n", letter(mine));
            wish[mine] = 1;
            if
            :: canBeUndone(mine) -> takeBack(mine)
            :: else
            fi
        }
#endif
#ifdef AGAIN
    :: d_step {
            canBeStaged(mine) ->
            printf("person: stages %c\n", letter(mine));
            wish[mine] = 0;
            takenBack[mine] = 0;
            stage(mine)
        }
    :: d_step {
            canBeStaged(mine) && !isLeftAlone(mine) ->
            printf("a run by night stages %c\n", letter(mine));
            takenBack[mine] = takenBack[mine] && !edited[mine];
            stage(mine)
        }
#endif
#ifdef RULES
    :: d_step {
            !calm ->
            protects[mine] = !protects[mine];
            printf("person: writes rules; they protect %c: %d\n", letter(mine), protects[mine])
        }
    :: d_step {
            !calm ->
            broken = !broken;
            printf("person: writes rules; they are broken: %d\n", broken)
        }
#endif
    :: false
    od
}

/* ── The world: one process for each item, and one for all ──────────────────────────────────── */
active [ITEMS] proctype World() {
#define its (_pid - RUNNERS - ITEMS)
end:
    do
    :: d_step {
            !calm && flight[its] ->
            printf("a request arrives late\n");
            land(its)
        }
    :: d_step {
            /* What was on its way has come or never will, and all replicas have heard. */
            !calm && !flight[its] && (soon[its] || lag[its]) ->
            printf("a minute passes for %c\n", letter(its));
            soon[its] = 0;
            lag[its] = 0
        }
    :: d_step {
            !calm && flight[its] ->
            printf("a request never arrives\n");
            flight[its] = 0
        }
#ifdef OTHERS
    :: d_step {
            !calm && where[its] == inPlace && !edited[its] ->
            printf("somebody edits %c\n", letter(its));
#ifndef MUTANT_NO_LOOK
            flight[its] = 0; /* it carries a tag that is not the item's any more */
#endif
            edited[its] = 1
        }
    :: d_step {
            !calm && where[its] == inPlace ->
            printf("somebody removes %c\n", letter(its));
            where[its] = away;
            left[its] = 1;
            /* Nobody can know of a copy that somebody removed this very moment. */
            lag[its] = !inGroup(its)
        }
#endif
#ifdef MOVES
    :: d_step {
            !calm && where[its] == inPlace ->
            printf("somebody moves %c elsewhere\n", letter(its));
            flight[its] = 0;
            edited[its] = 1;
            where[its] = moved
        }
#endif
    :: false
    od
}

active proctype Time() {
end:
    do
    :: d_step { !calm && clock < LATEST -> clock++; printf("clock: %d\n", clock) }
#ifdef JUMPS
    :: d_step { !calm && clock > 0 -> clock--; printf("clock: set back to %d\n", clock) }
#endif
    :: d_step {
            !calm && !any(isInFlight) && !any(isHeard) ->
            printf("from here on nothing gets in the way\n");
            clock = LATEST;
            calm = 1
        }
    od
}

/* What is begun comes to its end once nothing gets in the way: whatever is due, executing or being
 * restored then is so only for a while. */
#ifdef LIVENESS
ltl ends { [] (calm -> <> [] !any(isOpen)) }
#endif
