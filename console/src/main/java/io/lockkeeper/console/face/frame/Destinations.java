package io.lockkeeper.console.face.frame;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds destinations for a text: pages, locks by name in every source, and services that hold locks or wait for them. */
final class Destinations {

    static final int MOST_LOCKS = 8;
    static final int MOST_SERVICES = 4;

    /** The rank of a name that does not match. */
    private static final int NONE = 3;

    private final String sought;
    private final List<Match> locks = new ArrayList<>();
    private final List<Match> services = new ArrayList<>();
    private int found;

    /** @param rank how well it matches; the lowest is the best */
    private record Match(int rank, Destination to) {}

    private Destinations(String text) {
        sought = text.strip().toLowerCase(Locale.ROOT);
    }

    /** The destinations that match, the best first. Without a text, all pages. Takes a while where there are many locks. */
    static List<Destination> of(String text, List<PageLink> pages, List<ScopedBoard> boards) {
        Destinations all = new Destinations(text);
        Stream<Destination> places = pages.stream()
                .filter(page -> all.rank(page.title()) <= 1)
                .map(page -> new Destination("page", page.title(), "", page.address()));
        if (all.sought.isEmpty()) {
            return places.toList();
        }
        boards.forEach(all::look);
        return Stream.of(best(all.locks, MOST_LOCKS), all.rest(text), best(all.services, MOST_SERVICES), places)
                .flatMap(each -> each)
                .toList();
    }

    private void look(ScopedBoard board) {
        BoardSnapshot now = board.snapshot();
        String place = board.source().isEmpty() ? "" : board.place();
        Stream.concat(now.locks().stream(), now.free().stream()).forEach(lock -> {
            int rank = rank(lock.name());
            if (rank < NONE) {
                found++;
                keep(locks, rank, () -> lock(board, lock, now, place), MOST_LOCKS);
            }
        });
        now.locks().stream()
                .flatMap(Destinations::servicesOf)
                .distinct()
                .filter(service -> rank(service) < NONE)
                .forEach(service -> keep(services, rank(service), () -> service(board, service, place), MOST_SERVICES));
    }

    /** 0 for the whole name, 1 for its beginning, 2 for a part of it. */
    private int rank(String name) {
        String text = name.toLowerCase(Locale.ROOT);
        if (text.startsWith(sought)) {
            return text.length() == sought.length() ? 0 : 1;
        }
        return text.contains(sought) ? 2 : NONE;
    }

    /** Keeps no more matches than are shown, even of many thousands. */
    private static void keep(List<Match> kept, int rank, Supplier<Destination> to, int most) {
        if (kept.size() == most && kept.getLast().rank() <= rank) {
            return;
        }
        kept.add(new Match(rank, to.get()));
        kept.sort(Comparator.comparingInt(Match::rank));
        if (kept.size() > most) {
            kept.removeLast();
        }
    }

    private static Stream<Destination> best(List<Match> kept, int most) {
        return kept.stream().limit(most).map(Match::to);
    }

    private static Destination lock(ScopedBoard board, Lock lock, BoardSnapshot now, String place) {
        String state = lock.state(now.serverTime()).brief();
        String holder = lock.heldBy();
        String about = Stream.of(holder.isEmpty() ? state : state + " by " + holder, place)
                .filter(part -> !part.isEmpty())
                .reduce((one, other) -> one + " · " + other)
                .orElse("");
        return new Destination("lock", lock.name(), about, LockAddress.page(board.lock(lock.name())));
    }

    /** The locks that a service holds or waits for. */
    private static Destination service(ScopedBoard board, String service, String place) {
        String list = LockAddress.list(board.source());
        String query = "q=" + URLEncoder.encode("service:\"" + service + "\"", StandardCharsets.UTF_8);
        return new Destination("service", service, place, list + (list.contains("?") ? "&" : "?") + query);
    }

    private static Stream<String> servicesOf(Lock lock) {
        return Stream.concat(
                lock.holders().stream().map(holder -> holder.owner().service()),
                lock.queue().stream().map(waiter -> waiter.owner().service()));
    }

    /** The list of those that match, if there are more than are shown. */
    private Stream<Destination> rest(String text) {
        String query = URLEncoder.encode(text.strip(), StandardCharsets.UTF_8);
        return found <= MOST_LOCKS
                ? Stream.empty()
                : Stream.of(new Destination("list", "All locks that match", "", "locks?free=1&q=" + query));
    }

    /**
     * A place that a user can go to.
     *
     * @param kind what it is, in one word
     * @param about what else distinguishes it; may be empty
     * @param address from the console's root on
     */
    record Destination(String kind, String title, String about, String address) {}
}
