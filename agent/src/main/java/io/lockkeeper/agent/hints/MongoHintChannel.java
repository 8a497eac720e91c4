package io.lockkeeper.agent.hints;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.store.OwnHandle;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hints in MongoDB, in the first of some places that its user may use. */
public final class MongoHintChannel implements HintChannel {

    private static final Logger log = LoggerFactory.getLogger(MongoHintChannel.class);

    private static final int TOO_OFTEN = 5;

    private final Map<HintPlace, HintCollections> places = new EnumMap<>(HintPlace.class);
    private final List<HintPlace> candidates;
    private final String locks;
    /** Places of other agents where the user may not write, as far as the last attempt showed. */
    private final Set<HintPlace> shut = ConcurrentHashMap.newKeySet();

    private volatile @Nullable HintPlace place;
    private volatile String reason;
    private final AtomicInteger refused = new AtomicInteger();

    /**
     * None is used before it was {@linkplain #choose chosen}.
     *
     * @param locks the database of the locks
     * @param candidates the places that are tried, in this order; none for an agent that follows the change stream
     */
    public MongoHintChannel(MongoClient client, String locks, List<HintPlace> candidates) {
        this.locks = locks;
        this.candidates = candidates;
        for (HintPlace each : HintPlace.values()) {
            MongoDatabase database = OwnHandle.on(client.getDatabase(each.database(locks)));
            places.put(each, new HintCollections(client, database));
        }
        this.reason = candidates.isEmpty() ? "it is set so" : "no place was tried yet";
    }

    /** Tries the places, for an agent: writes an empty hint, and reads. Logs what it has chosen and why, if that is new. */
    public void choose(String agent) {
        List<String> refusals = new ArrayList<>();
        for (HintPlace each : candidates) {
            try {
                at(each).probe(each.collection(locks, agent), agent);
                chosen(each, refusals);
                return;
            } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
                refusals.add(each.text() + ": " + said(e));
            }
        }
        if (!candidates.isEmpty()) {
            lost(String.join("; ", refusals));
        }
    }

    private void chosen(HintPlace chosen, List<String> refusals) {
        reason = refusals.isEmpty() ? "its user may write there" : String.join("; ", refusals);
        if (place != chosen) {
            log.info(
                    "Waiters are woken by hints, wakes={} database={}: {}",
                    chosen.text(),
                    chosen.database(locks),
                    reason);
        }
        place = chosen;
        refused.set(0);
    }

    private void lost(String why) {
        place = null;
        reason = why;
    }

    /** Tries again what was refused, from time to time: the user may have been given the rights. */
    public void chooseAgain(String agent) {
        shut.clear();
        if (!hasFirstChoice()) {
            choose(agent);
        }
    }

    /** Whether no other place would be better. */
    boolean hasFirstChoice() {
        return place == candidates.stream().findFirst().orElse(null);
    }

    /** Why this place, or none, was chosen. */
    public String reason() {
        return reason;
    }

    @Override
    public Optional<HintPlace> place() {
        return Optional.ofNullable(place);
    }

    @Override
    public Optional<String> refusal() {
        return Optional.of(reason).filter(why -> place == null && !candidates.isEmpty());
    }

    @Override
    public void send(HintPlace to, List<Hint> hints) {
        if (shut.contains(to)) {
            return;
        }
        Map<String, List<Hint>> byCollection =
                hints.stream().collect(Collectors.groupingBy(hint -> to.collection(locks, hint.to())));
        byCollection.forEach((collection, each) -> guarded(to, () -> at(to).insert(collection, each)));
        if (to == place) {
            refused.set(0);
        }
    }

    @Override
    public Wakes open(String agent, Duration silence) {
        HintPlace now = place;
        if (now == null) {
            throw new MongoException("There is no place for hints now");
        }
        List<Wakes> opened = new ArrayList<>();
        guarded(now, () -> opened.add(at(now).open(now.collection(locks, agent), agent, silence)));
        refused.set(0);
        return opened.getFirst();
    }

    private HintCollections at(HintPlace each) {
        return Objects.requireNonNull(places.get(each));
    }

    /** A refusal ends the use of the place, until it is chosen again; so do several errors without a success in between. */
    private void guarded(HintPlace now, Runnable action) {
        try {
            action.run();
        } catch (MongoException e) {
            boolean answered = e instanceof MongoCommandException;
            if (now != place) {
                shut(now, answered, e);
            } else if (HintCollections.isRefusal(e) || (answered && refused.incrementAndGet() >= TOO_OFTEN)) {
                lost(now.text() + ": " + said(e));
            }
            throw e;
        }
    }

    private void shut(HintPlace elsewhere, boolean answered, MongoException e) {
        if (answered && shut.add(elsewhere)) {
            log.info(
                    "Hints cannot be written where other agents read them, wakes={}: these follow the change stream as soon as they know of this agent ({})",
                    elsewhere.text(),
                    said(e));
        }
    }

    private static String said(RuntimeException e) {
        return e instanceof MongoCommandException refused
                ? refused.getErrorMessage() + " (" + refused.getErrorCode() + ")"
                : String.valueOf(e.getMessage());
    }
}
