package io.lockkeeper.console.judge.waits;

import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One place of the tree: a holder that stands in others' way, or a waiter, with all who wait for it below. It is made
 * once and then read by any thread.
 */
public final class Branch {

    private final @Nullable AgentThread who;
    private final @Nullable Waiting waiting;
    private final List<Wanted> locks;
    private final int depth;
    private final List<Branch> below = new ArrayList<>();
    private final boolean circular;
    private final List<Held> holds;
    private final @Nullable Instant since;
    private int behind;

    /**
     * @param who who it is; null where a free lock is waited for
     * @param waiting what it waits for; null for a root
     * @param locks the locks whose waiters stand below
     * @param circular whether it is one of a circle
     */
    Branch(@Nullable AgentThread who, @Nullable Waiting waiting, List<Wanted> locks, int depth, boolean circular) {
        this.who = who;
        this.waiting = waiting;
        this.locks = locks;
        this.depth = depth;
        this.circular = circular;
        holds = who == null ? List.of() : holds(who, locks);
        since = waiting != null ? waiting.waiter().since() : firstGranted(holds);
    }

    private static List<Held> holds(AgentThread who, List<Wanted> locks) {
        return locks.isEmpty()
                ? List.of()
                : locks.stream()
                        .flatMap(lock -> lock.holders().stream())
                        .filter(held -> held.who().equals(who))
                        .toList();
    }

    private static @Nullable Instant firstGranted(List<Held> holds) {
        return holds.stream()
                .map(Held::holder)
                .map(Holder::acquiredAt)
                .min(Instant::compareTo)
                .orElse(null);
    }

    Branch add(Waiting waiter, List<Wanted> its, boolean isCircular) {
        Branch branch = new Branch(waiter.who(), waiter, its, depth + 1, isCircular);
        below.add(branch);
        return branch;
    }

    /** Counts those behind it, after all below have been counted. */
    void count() {
        behind = locks.stream().mapToInt(Wanted::unlisted).sum()
                + below.size()
                + below.stream().mapToInt(Branch::behind).sum();
    }

    @Nullable
    public AgentThread who() {
        return who;
    }

    @Nullable
    public Waiting waiting() {
        return waiting;
    }

    public List<Wanted> locks() {
        return locks;
    }

    public int depth() {
        return depth;
    }

    public List<Branch> below() {
        return below;
    }

    /** How many wait for it, and for those, and so on; also those that wait in their agents' memory. */
    public int behind() {
        return behind;
    }

    /** Whether it is one of a circle. */
    public boolean isCircular() {
        return circular;
    }

    /** Its leases on the locks whose waiters stand below. */
    public List<Held> holds() {
        return holds;
    }

    /** Since when it waits, or else holds the first of its locks. */
    public Optional<Instant> since() {
        return Optional.ofNullable(since);
    }

    /** This branch and all below, in no order. Without recursion: a chain may be as long as there are locks. */
    Stream<Branch> all() {
        Deque<Branch> next = new ArrayDeque<>(List.of(this));
        return Stream.generate(next::pollLast).takeWhile(Objects::nonNull).peek(branch -> next.addAll(branch.below));
    }

    /** The locks that it waits for, or whose waiters stand below. */
    Stream<String> names() {
        Stream<String> its = locks.stream().map(Wanted::name);
        return waiting == null ? its : Stream.concat(Stream.of(waiting.name()), its);
    }

    /** Whether it waits for the lock, or keeps those waiting that do. */
    boolean isAbout(String lock) {
        return names().anyMatch(lock::equals);
    }

    /** Whether a word in small letters is in a name that it shows. */
    boolean says(String word) {
        return Stream.concat(
                        Stream.concat(
                                who == null ? Stream.empty() : Stream.of(who.name()),
                                waiting == null ? Stream.empty() : Stream.of(waiting.name())),
                        locks.stream().map(Wanted::name))
                .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(word));
    }

    /** The lock that it waits for, or else the first whose waiters stand below. */
    String lock() {
        return waiting != null ? waiting.name() : locks.getFirst().name();
    }

    /** Distinguishes it from all others. */
    String key() {
        if (waiting != null) {
            return waiting.waiter().acquirer() + " at " + waiting.name();
        }
        return lock() + " by " + (who == null ? "no holder" : who.agent() + who.thread() + who.request());
    }
}
