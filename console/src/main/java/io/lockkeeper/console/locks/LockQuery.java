package io.lockkeeper.console.locks;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.board.BoardSnapshot;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.shell.Narrowed;
import io.lockkeeper.model.Owner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which locks a page lists, and how.
 *
 * @param search words that each have to be in the lock's name or an owner's service, instance, host, thread, note or
 *     details, or to be its process or token; empty for all
 * @param free whether free locks are listed too
 * @param order in which order, or null for what worries first
 * @param descending whether that order is turned round
 */
record LockQuery(String search, boolean free, @Nullable LockOrder order, boolean descending) {

    static final LockQuery ALL = new LockQuery("", false, null, false);

    private static final String SEARCH = "q";
    private static final String SORT = "sort";
    private static final String FREE = "free";

    LockQuery {
        search = search.strip().toLowerCase(Locale.ROOT);
    }

    LockQuery searching(String text) {
        return new LockQuery(text, free, order, descending);
    }

    LockQuery withFree(boolean shown) {
        return new LockQuery(search, shown, order, descending);
    }

    LockQuery ordered(@Nullable LockOrder by, boolean turned) {
        return new LockQuery(search, free, by, turned);
    }

    /** As it stands in an address: what is as usual is left out. */
    QueryParameters address() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(SEARCH, search);
        parameters.put(
                SORT,
                order == null ? "" : (descending ? "-" : "") + order.name().toLowerCase(Locale.ROOT));
        parameters.put(FREE, free ? "1" : "");
        return Narrowed.by(parameters);
    }

    /** What an address asks for; what nobody understands is left out. */
    static LockQuery of(QueryParameters address) {
        String sort = address.getSingleParameter(SORT).orElse("");
        boolean turned = sort.startsWith("-");
        LockOrder order = LockOrder.named((turned ? sort.substring(1) : sort).toUpperCase(Locale.ROOT))
                .orElse(null);
        return new LockQuery(
                address.getSingleParameter(SEARCH).orElse(""),
                address.getSingleParameter(FREE).isPresent(),
                order,
                order != null && turned);
    }

    List<LockView> of(BoardSnapshot board) {
        List<LockView> found = search.isEmpty() && !free
                ? board.locks()
                : Stream.concat(board.locks().stream(), free ? board.free().stream() : Stream.empty())
                        .filter(this::matches)
                        .toList();
        return order == null ? found : order.sorted(found, descending);
    }

    private boolean matches(LockView lock) {
        return words().allMatch(word -> matches(lock, word));
    }

    private Stream<String> words() {
        return Stream.of(search.split("\\s+")).filter(word -> !word.isEmpty());
    }

    private static boolean matches(LockView lock, String word) {
        return contains(lock.name(), word)
                || lock.holders().stream()
                        .anyMatch(holder -> matches(holder.owner(), word) || isNumber(holder.token(), word))
                || lock.queue().stream().anyMatch(waiter -> matches(waiter.owner(), word));
    }

    private static boolean matches(Owner owner, String word) {
        return contains(owner.service(), word)
                || contains(owner.instance(), word)
                || contains(owner.host(), word)
                || contains(owner.thread(), word)
                || contains(owner.note(), word)
                || isNumber(owner.pid(), word)
                || contains(owner.details().toString(), word);
    }

    private static boolean contains(String text, String word) {
        return text.toLowerCase(Locale.ROOT).contains(word);
    }

    /** Numbers are looked for as a whole: a part of one says nothing. */
    private static boolean isNumber(long number, String word) {
        return word.equals(Long.toString(number));
    }
}
