package io.lockkeeper.console.watch.facet;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Every facet there is, in the order in which they are shown. */
public record Facets(List<Facet<?>> all) {

    public static final Facets NONE = new Facets(List.of());

    /** What is known of the lock without waiting. */
    public List<Known<?>> known(Subject lock) {
        return known(facet -> !facet.waits(), lock);
    }

    /** What else is known of it. Waits for MongoDB. */
    public List<Known<?>> read(Subject lock) {
        return known(Facet::waits, lock);
    }

    private List<Known<?>> known(Predicate<Facet<?>> which, Subject lock) {
        return all.stream()
                .filter(which)
                .<Known<?>>flatMap(facet -> Known.read(facet, lock).stream())
                .toList();
    }

    /** The same by the names of the facets, for the API. */
    public static Map<String, Object> fields(List<Known<?>> known) {
        Map<String, Object> fields = new LinkedHashMap<>();
        known.forEach(each -> fields.put(each.facet().name(), each.field()));
        return fields;
    }

    /** What lists have of each lock of a board, by the names of the facets. */
    public Function<Lock, Map<String, Object>> listing(ScopedBoard board) {
        List<Function<Lock, Optional<Known<?>>>> each =
                all.stream().map(facet -> listing(facet, board)).toList();
        return lock -> fields(
                each.stream().<Known<?>>flatMap(of -> of.apply(lock).stream()).toList());
    }

    private static <T> Function<Lock, Optional<Known<?>>> listing(Facet<T> facet, ScopedBoard board) {
        Function<Lock, Optional<T>> of = facet.listing(board);
        return lock -> of.apply(lock).map(value -> new Known<>(facet, value));
    }

    /** What a message says of the lock. */
    public List<Said> said(Subject lock) {
        return known(lock).stream().flatMap(each -> each.said().stream()).toList();
    }

    /** What a row of the list says of the lock. */
    public String brief(Subject lock) {
        return known(lock).stream()
                .map(Known::brief)
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    /** What was said of locks within the scope, and held in a part of the time. */
    public List<Told> told(LockScope scope, Instant from, Instant until) {
        return all.stream()
                .flatMap(facet -> facet.told(scope, from, until).stream())
                .toList();
    }

    /** What the present user can do beside a lock. */
    public List<Component> actions(Supplier<LockId> lock) {
        return all.stream().flatMap(facet -> facet.action(lock).stream()).toList();
    }

    /** The cards of what is known without waiting. */
    public List<FacetCard<?>> cards() {
        return cards(false);
    }

    /** The cards of what is read along with the history. */
    public List<FacetCard<?>> readCards() {
        return cards(true);
    }

    private List<FacetCard<?>> cards(boolean read) {
        return all.stream()
                .filter(facet -> facet.waits() == read)
                .<FacetCard<?>>map(FacetCard::new)
                .toList();
    }

    /** What administrators set for them. */
    public List<Component> settings() {
        return all.stream().flatMap(facet -> facet.settings().stream()).toList();
    }
}
