package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.ground.formats.NamePrefix;
import io.lockkeeper.console.watch.board.Lock;
import java.util.Locale;
import java.util.stream.Stream;

/** The criteria by which the list groups locks. */
public enum Grouping {
    NONE("No groups"),
    SERVICE("By service"),
    PREFIX("By name prefix");

    private final String title;

    Grouping(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** The value in an address: empty for the usual one. */
    String address() {
        return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
    }

    static Grouping of(String address) {
        return Stream.of(values())
                .filter(each -> each.address().equals(address))
                .findFirst()
                .orElse(NONE);
    }

    /** The group of a lock; empty if it belongs to none. */
    public String of(Lock lock) {
        return switch (this) {
            case NONE -> "";
            case SERVICE -> lock.heldBy();
            case PREFIX -> NamePrefix.of(lock.name());
        };
    }

    /** The title of the group of locks that belong to none. */
    public String otherwise() {
        return this == SERVICE ? "No holder" : "No prefix";
    }
}
