package io.lockkeeper.console.watch.facet;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** One kind of what is known of a lock beside its document. Pages, messages and the API ask all there are, and name none. */
public interface Facet<T> {

    /** Its field in the API. */
    String name();

    /** The style of its card. */
    String css();

    /** Whether reading it waits for MongoDB: then it is read along with the lock's history. */
    default boolean waits() {
        return false;
    }

    /** What is known of the lock. */
    Optional<T> read(Subject lock);

    /** What lists have of each lock of a board; nothing unless it is known of all at once. */
    default Function<Lock, Optional<T>> listing(ScopedBoard board) {
        return lock -> Optional.empty();
    }

    /** Its value in the API. */
    default Object field(T known) {
        return known;
    }

    /** Shows it on a page. */
    List<Component> card(T known);

    /** Says it in a message. */
    default Optional<Said> said(T known) {
        return Optional.empty();
    }

    /** What it says of a lock that has no document, and is free. */
    default Optional<Idle> idle(T known) {
        return Optional.empty();
    }

    /** Says it in the list, in one line; empty for nothing. */
    default String brief(T known) {
        return "";
    }

    /** What was said of locks within the scope, and held in a part of the time. */
    default List<Told> told(LockScope scope, Instant from, Instant until) {
        return List.of();
    }

    /** What the present user can do about it beside a lock; nothing for a user who cannot. */
    default Optional<Component> action(Supplier<LockId> lock) {
        return Optional.empty();
    }

    /** What administrators set for it. */
    default Optional<Component> settings() {
        return Optional.empty();
    }
}
