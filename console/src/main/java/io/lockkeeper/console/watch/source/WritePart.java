package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.model.GrantedPrivileges;
import java.util.Optional;

/**
 * The rights that evictions in a source need.
 *
 * @param action the privilege that they need; empty if the dialect can only show locks
 * @param allowed whether an administrator has allowed them there
 */
record WritePart(Optional<String> action, boolean allowed) {

    static WritePart of(Dialect dialect, boolean allowed) {
        return new WritePart(dialect.releaseAction(), allowed);
    }

    String what() {
        return action.orElse("write");
    }

    TrialLine line(GrantedPrivileges granted, Place place) {
        if (action.isEmpty()) {
            return TrialLine.untested(what(), "Not needed: the dialect only shows locks.");
        }
        boolean may = granted.allows(
                what(), place.namespace().getDatabaseName(), place.namespace().getCollectionName());
        if (!allowed) {
            return TrialLine.untested(
                    what(),
                    "Not needed while the source is read-only. The console's user %s it."
                            .formatted(may ? "has" : "lacks"));
        }
        return may
                ? TrialLine.good(what(), "May %s documents, so operators can evict.".formatted(what()))
                : TrialLine.bad(
                        what(),
                        "The console's MongoDB user lacks the privilege %s on %s: evictions are not possible there."
                                .formatted(what(), place),
                        "Grant it, or make the source read-only.");
    }
}
