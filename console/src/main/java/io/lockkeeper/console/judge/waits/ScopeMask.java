package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.LockDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Hides the names of locks outside a scope, and drops those unrelated to any lock within it: a waiter within may be held up by
 * a lock outside.
 */
final class ScopeMask {

    private static final String NAME = "‹outside your scope, ";

    private final LockScope scope;
    private final Set<String> unnamed = new HashSet<>();

    ScopeMask(LockScope scope) {
        this.scope = scope;
    }

    /** Whether a name stands for a hidden lock, which cannot be opened. */
    static boolean isUnnamed(String lock) {
        return lock.startsWith(NAME);
    }

    /** @param whole the whole picture, with its confirmed deadlocks */
    WaitPicture picture(List<Lock> locks, WaitPicture whole) {
        List<Lock> all = named(locks);
        Set<String> near = near(WaitPicture.of(all, whole.asOf()));
        List<Lock> kept =
                all.stream().filter(lock -> near.contains(lock.name())).toList();
        Set<String> certain = whole.deadlocks().stream().map(Deadlock::id).collect(Collectors.toSet());
        WaitPicture seen = WaitPicture.of(kept, whole.asOf());
        return seen.with((int) near.stream().filter(unnamed::contains).count())
                .with(seen.deadlocks().stream()
                        .filter(deadlock -> certain.contains(deadlock.id()) && concerns(deadlock))
                        .toList());
    }

    /** The locks sorted by name, so that each keeps its number from one second to the next. */
    private List<Lock> named(List<Lock> locks) {
        List<Lock> all = new ArrayList<>();
        locks.stream()
                .filter(lock -> lock.waiters() > 0)
                .sorted(Comparator.comparing(Lock::name))
                .forEach(lock -> all.add(scope.sees(lock.name()) ? lock : unnamed(lock)));
        return all;
    }

    private Lock unnamed(Lock lock) {
        String name = String.format(Locale.ROOT, "%s%d›", NAME, unnamed.size() + 1);
        unnamed.add(name);
        return lock.own().<Lock>map(document -> Lock.of(named(document, name))).orElseGet(() -> Lock.gone(name));
    }

    private static LockDocument named(LockDocument document, String name) {
        return new LockDocument(
                name,
                document.capacity(),
                document.token(),
                document.holders(),
                document.queue(),
                document.released(),
                document.wake(),
                document.expiresAt(),
                document.paused(),
                List.of());
    }

    /** The locks of all trees that contain a lock within the scope. */
    private Set<String> near(WaitPicture picture) {
        return picture.roots().stream()
                .filter(root -> root.all().flatMap(Branch::names).anyMatch(this::isSeen))
                .flatMap(root -> root.all().flatMap(Branch::names))
                .collect(Collectors.toSet());
    }

    private boolean concerns(Deadlock deadlock) {
        return deadlock.circle().stream().flatMap(Link::locks).anyMatch(this::isSeen);
    }

    private boolean isSeen(String lock) {
        return !unnamed.contains(lock);
    }
}
