package io.lockkeeper.console.watch.facet;

import java.util.Optional;

/** What a facet knows of a lock. */
public record Known<T>(Facet<T> facet, T value) {

    static <T> Optional<Known<?>> read(Facet<T> facet, Subject lock) {
        return facet.read(lock).map(value -> new Known<>(facet, value));
    }

    /** The value, if it is the facet's. */
    @SuppressWarnings("unchecked")
    <S> Optional<S> of(Facet<S> asked) {
        return facet.equals(asked) ? Optional.of((S) value) : Optional.empty();
    }

    Object field() {
        return facet.field(value);
    }

    Optional<Said> said() {
        return facet.said(value);
    }

    String brief() {
        return facet.brief(value);
    }

    public Optional<Idle> idle() {
        return facet.idle(value);
    }
}
