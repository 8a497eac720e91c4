package io.lockkeeper.faults.checker;

import io.lockkeeper.model.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** In every stored document the leases fit, tokens have grown with every grant, and no entry's time goes back. */
final class DocumentsAreSound implements Rule {

    static final String NAME = "no stored time or token goes back, and what is stored fits";

    @Override
    public List<Violation> check(Past past) {
        List<Violation> found = new ArrayList<>();
        past.stored().values().forEach(changes -> {
            changes.forEach(each -> fits(each, found));
            for (int i = 1; i < changes.size(); i++) {
                times(changes.get(i - 1), changes.get(i), found);
            }
            tokens(changes, found);
        });
        return found;
    }

    private static void fits(StoredLock lock, List<Violation> found) {
        long weight = lock.holders().stream().mapToLong(Holder::weight).sum();
        lock.document()
                .filter(document -> weight > document.capacity())
                .ifPresent(document -> found.add(new Violation(
                        NAME,
                        lock.at(),
                        String.format(Locale.ROOT, "%s holds %d of %d", lock.name(), weight, document.capacity()))));
    }

    private static void times(StoredLock before, StoredLock after, List<Violation> found) {
        for (Holder was : before.holders()) {
            after.holders().stream()
                    .filter(is -> is.acquirer().equals(was.acquirer()))
                    .filter(is -> is.updatedAt().isBefore(was.updatedAt()))
                    .forEach(is -> found.add(new Violation(
                            NAME,
                            after.at(),
                            "the lease of %s on %s went back from %s to %s"
                                    .formatted(is.owner().note(), after.name(), was.updatedAt(), is.updatedAt()))));
        }
    }

    private static void tokens(List<StoredLock> changes, List<Violation> found) {
        long greatest = Long.MIN_VALUE;
        StoredLock before = changes.getFirst();
        for (StoredLock change : changes) {
            for (Holder holder : change.holders()) {
                boolean isNew = !before.holds(holder);
                if (isNew && holder.token() <= greatest) {
                    found.add(new Violation(
                            NAME,
                            change.at(),
                            String.format(
                                    Locale.ROOT,
                                    "token %d of %s was granted after %d",
                                    holder.token(),
                                    change.name(),
                                    greatest)));
                }
                greatest = Math.max(greatest, last(holder));
            }
            before = change;
        }
    }

    private static long last(Holder holder) {
        return holder.keep() == null
                ? holder.token()
                : holder.token() + holder.keep().tokens() - 1;
    }
}
