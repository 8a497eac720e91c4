package io.lockkeeper.console.watch.dialect;

import java.util.Optional;

/** How surely a document belongs to a dialect. */
public enum Sureness {
    /** All its fields are known, and the collection has the library's name for it. */
    CERTAIN,
    /** All its fields are known, and three of them or more are typical. */
    LIKELY,
    /** It has three typical fields and others, or all its fields are known and only two are typical. */
    POSSIBLE;

    private static final int ENOUGH = 3;
    private static final int FEWEST = 2;

    /** Empty where nothing but chance speaks for it: half of all documents have a field {@code createdAt}. */
    static Optional<Sureness> of(boolean named, boolean knowsAllFields, int telling) {
        if (!knowsAllFields) {
            return telling >= ENOUGH ? Optional.of(POSSIBLE) : Optional.empty();
        }
        if (named) {
            return Optional.of(CERTAIN);
        }
        if (telling >= ENOUGH) {
            return Optional.of(LIKELY);
        }
        return telling >= FEWEST ? Optional.of(POSSIBLE) : Optional.empty();
    }
}
