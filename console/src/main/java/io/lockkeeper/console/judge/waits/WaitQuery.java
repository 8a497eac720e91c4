package io.lockkeeper.console.judge.waits;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which trees the page shows, and how.
 *
 * @param source the id of the source that is shown; empty for the console's first collection
 * @param lock the name of a lock that has to be in the tree; empty for any
 * @param search words that each have to be in the name of a lock of the tree, or of somebody who holds it or waits for it
 * @param graph whether it is drawn
 */
record WaitQuery(String source, String lock, String search, boolean graph) {

    static final WaitQuery ALL = new WaitQuery("", "", "", false);

    private static final String SOURCE = "source";
    private static final String LOCK = "lock";
    private static final String SEARCH = "q";
    private static final String VIEW = "view";
    private static final String GRAPH = "graph";

    WaitQuery {
        search = search.strip().toLowerCase(Locale.ROOT);
    }

    WaitQuery searching(String text) {
        return new WaitQuery(source, lock, text, graph);
    }

    WaitQuery anyLock() {
        return new WaitQuery(source, "", search, graph);
    }

    WaitQuery drawn(boolean asGraph) {
        return new WaitQuery(source, lock, search, asGraph);
    }

    /** The page of a lock that it shows. */
    String page(String name) {
        return LockAddress.page(new LockId(source, name));
    }

    /** The address that shows all of another collection. */
    static String of(String source) {
        return source.isEmpty() ? "waits" : "waits?%s=%s".formatted(SOURCE, LockAddress.of(source));
    }

    static WaitQuery of(QueryParameters address) {
        return new WaitQuery(
                LockAddress.nameOf(PageQuery.text(address, SOURCE)),
                LockAddress.nameOf(PageQuery.text(address, LOCK)),
                PageQuery.text(address, SEARCH),
                PageQuery.text(address, VIEW).equals(GRAPH));
    }

    /** The query in an address, without defaults. */
    QueryParameters address() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(SOURCE, LockAddress.ofOptional(source));
        parameters.put(LOCK, LockAddress.ofOptional(lock));
        parameters.put(SEARCH, search);
        parameters.put(VIEW, graph ? GRAPH : "");
        return PageQuery.by(parameters);
    }

    boolean isAll() {
        return lock.isEmpty() && search.isEmpty();
    }

    boolean matches(Branch root) {
        return (lock.isEmpty() || root.all().anyMatch(branch -> branch.isAbout(lock)))
                && words().allMatch(word -> root.all().anyMatch(branch -> branch.says(word)));
    }

    private Stream<String> words() {
        return Stream.of(search.split("\\s+")).filter(word -> !word.isEmpty());
    }
}
