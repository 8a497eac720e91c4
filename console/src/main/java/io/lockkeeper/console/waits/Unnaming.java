package io.lockkeeper.console.waits;

import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.model.LockDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes the names from the locks outside a scope, and leaves out those of them that have to do with no lock within it: who waits for
 * a lock within may be held up by one outside.
 */
final class Unnaming {

    private static final String NAME = "‹outside your scope, ";

    private final LockScope scope;
    private final Set<String> unnamed = new HashSet<>();

    Unnaming(LockScope scope) {
        this.scope = scope;
    }

    /** Whether a name stands for a lock outside the scope: there is nothing to open. */
    static boolean isUnnamed(String lock) {
        return lock.startsWith(NAME);
    }

    /** @param whole of the same locks, with the deadlocks that are certain */
    WaitPicture picture(List<LockView> locks, WaitPicture whole) {
        List<LockView> all = named(locks);
        Set<String> near = near(WaitPicture.of(all, whole.asOf()));
        List<LockView> kept =
                all.stream().filter(lock -> near.contains(lock.name())).toList();
        Set<String> certain = whole.deadlocks().stream().map(Deadlock::id).collect(Collectors.toSet());
        WaitPicture seen = WaitPicture.of(kept, whole.asOf());
        return seen.with((int) near.stream().filter(unnamed::contains).count())
                .with(seen.deadlocks().stream()
                        .filter(deadlock -> certain.contains(deadlock.id()) && concerns(deadlock))
                        .toList());
    }

    /** By name, so that a lock has the same number a second later. */
    private List<LockView> named(List<LockView> locks) {
        List<LockView> all = new ArrayList<>();
        locks.stream()
                .filter(lock -> lock.waiters() > 0)
                .sorted(Comparator.comparing(LockView::name))
                .forEach(lock -> all.add(scope.sees(lock.name()) ? lock : unnamed(lock)));
        return all;
    }

    private LockView unnamed(LockView lock) {
        String name = "%s%d›".formatted(NAME, unnamed.size() + 1);
        unnamed.add(name);
        LockDocument document = lock.lock();
        return new LockView(name, document == null ? null : named(document, name), null);
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
                document.paused());
    }

    /** The locks of the trees in which there is one within the scope. */
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
