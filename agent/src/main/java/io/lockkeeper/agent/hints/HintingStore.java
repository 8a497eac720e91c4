package io.lockkeeper.agent.hints;

import com.mongodb.MongoException;
import io.lockkeeper.agent.store.DriverErrors;
import io.lockkeeper.agent.store.LockStore;
import io.lockkeeper.agent.store.Reply;
import io.lockkeeper.agent.store.Touched;
import io.lockkeeper.agent.store.Use;
import io.lockkeeper.agent.store.Wakes;
import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.Hint;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store whose agent wakes other agents by hints, and is woken by them. Each answer shows whom its change concerns; their hints are sent
 * after it, to where they are read. Entries of the agent show where it reads hints. While an answer shows beside them an entry of an agent
 * that does not read and write hints in the same place, this one follows the change stream, which shows all agents' changes.
 */
public final class HintingStore implements LockStore {

    private static final Logger log = LoggerFactory.getLogger(HintingStore.class);

    /** How long such an entry counts after it was last seen: longer than the time between two touches of a waiter. */
    private static final Duration STREAM_FOR = Duration.ofSeconds(30);
    /** For how long a hint that a read shows again is not sent again. */
    private static final Duration SENT_FOR = Duration.ofMillis(900);

    private static final Duration LOOK_WITHIN = Duration.ofMillis(500);
    private static final Duration LAST_SENT_WITHIN = Duration.ofMillis(200);
    private static final int REMEMBERED = 4096;

    /** How long a stream that was refused is not asked for again; twice as long with each refusal, up to a minute. */
    private static final Duration REFUSED_FOR = Duration.ofSeconds(4);

    private static final int MOST_DOUBLINGS = 4;
    /** How often an agent looks that nothing wakes. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    /** Refused by a tier of Atlas, which may also limit commands: to 100 a second where it limits them most. */
    private static final int ATLAS = 8000;

    private static final int MOST_LOOKS_A_SECOND = 40;

    private final LockStore store;
    private final HintChannel channel;
    private final String self;
    private final Machine machine;
    private final HintSender sender;
    private final IntSupplier waitingAgents;
    private final OwnWaits waits;
    private final Map<Hint, Long> sent = new ConcurrentHashMap<>();
    private volatile @Nullable Long othersSeenAt;
    private volatile @Nullable StreamRefusal refusal;
    private volatile String said = "";

    /** @param again when the stream is asked for again */
    private record StreamRefusal(int inARow, long again, boolean limitsCommands) {}

    /**
     * Around the store, for one agent.
     *
     * @param waitingAgents how many agents wait for locks here, as far as that is known
     */
    public HintingStore(LockStore store, HintChannel channel, String self, Machine machine, IntSupplier waitingAgents) {
        this.waitingAgents = waitingAgents;
        this.store = store;
        this.channel = channel;
        this.self = self;
        this.machine = machine;
        this.sender = new HintSender(machine, channel);
        this.waits = new OwnWaits(self);
    }

    @Override
    public Reply apply(Ask ask, String stamp, Duration timeout) {
        Reply reply = store.apply(marked(ask), stamp, timeout);
        saw(reply, stamp);
        return reply;
    }

    @Override
    public List<Reply> applyAll(List<Ask.Combinable> asks, String stamp, Duration timeout) {
        List<Reply> replies = store.applyAll(asks.stream().map(this::marked).toList(), stamp, timeout);
        replies.stream().distinct().forEach(reply -> saw(reply, stamp));
        return replies;
    }

    @Override
    public Touched touchAll(Collection<Beat> beats, String stamp, Duration timeout) {
        Touched touched = store.touchAll(beats, stamp, timeout);
        touched.locks().values().forEach(lock -> saw(lock.lock(), stamp, false));
        return touched;
    }

    /** Ends the entries, then reads the locks to see to whom they were granted. */
    @Override
    public void endAll(Collection<Ask.Remove> removes, Collection<Ask.Linger> lingers, String stamp, Duration timeout) {
        long giveUpAt = machine.nanos() + timeout.toNanos();
        store.endAll(removes, lingers, stamp, timeout);
        Duration left = Duration.ofNanos(giveUpAt - machine.nanos());
        if (channel.place().isPresent() && left.isPositive()) {
            List<LockName> names = Stream.concat(removes.stream(), lingers.stream())
                    .map(Ask::lock)
                    .distinct()
                    .toList();
            answered(() -> store.read(names, left)).forEach(lock -> saw(lock, stamp, false));
        }
    }

    @Override
    public Map<String, Snapshot> read(Collection<LockName> names, Duration timeout) {
        return store.read(names, timeout);
    }

    @Override
    public Map<String, Snapshot> news(Collection<LockName> names, Collection<String> acquirers, Duration timeout) {
        return store.news(names, acquirers, timeout);
    }

    @Override
    public List<Use> uses(Collection<LockName> names, Duration timeout) {
        return store.uses(names, timeout);
    }

    @Override
    public void confirm(Duration timeout) {
        store.confirm(timeout);
    }

    /**
     * Hints; the change stream where there are none, and beside agents that read hints elsewhere; where that is refused, only the agent's own
     * looks. It looks at the locks as well where hints may be lost.
     */
    @Override
    public Wakes wakes(String agent) {
        Optional<HintPlace> place = channel.place();
        boolean mixed = needsStream();
        BooleanSupplier same = () -> needsStream() == mixed && channel.place().equals(place);
        if (place.isPresent() && !mixed) {
            said = "";
            return new HintWakes(channel.open(agent, HintWakes.SILENCE), this::granted, machine::nanos, same);
        }
        Optional<Wakes> stream = stream(agent, place);
        if (stream.isEmpty()) {
            return looks(agent, place, same);
        }
        return place.isPresent()
                ? new HintWakes(stream.get(), this::granted, machine::nanos, same)
                : new UntilOver(
                        stream.get(), () -> !needsStream() && channel.place().isPresent());
    }

    /** Finds out what an agent that may use no hints is woken by, so that the log says so before anything waits. */
    public void findWakes(String agent) {
        if (channel.refusal().isPresent()) {
            try {
                stream(agent, Optional.empty()).ifPresent(Wakes::close);
            } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
                log.debug("Whether the stream opens will be found out when something waits", e);
            }
        }
    }

    /** Opens the stream, unless it was refused lately, or is. */
    private Optional<Wakes> stream(String agent, Optional<HintPlace> place) {
        StreamRefusal last = refusal;
        if (last != null && machine.nanos() - last.again < 0) {
            return Optional.empty();
        }
        try {
            Wakes stream = store.wakes(agent);
            refusal = null;
            channel.refusal().ifPresent(this::sayStream);
            return Optional.of(stream);
        } catch (MongoException e) {
            if (DriverErrors.isUnknown(e)) {
                throw e;
            }
            int inARow = last == null ? 0 : last.inARow + 1;
            Duration pause = REFUSED_FOR.multipliedBy(1L << Math.min(inARow, MOST_DOUBLINGS));
            refusal = new StreamRefusal(inARow, machine.nanos() + pause.toNanos(), e.getCode() == ATLAS);
            sayLooks(
                    e,
                    channel.refusal().orElse(place.isPresent() ? "other agents write them elsewhere" : "not wanted"));
            return Optional.empty();
        }
    }

    /** What there is without the stream, until that is asked for again. */
    private Wakes looks(String agent, Optional<HintPlace> place, BooleanSupplier same) {
        StreamRefusal last = Objects.requireNonNull(refusal);
        BooleanSupplier hears = () -> same.getAsBoolean() && machine.nanos() - last.again < 0;
        Wakes wakes = place.isPresent()
                ? channel.open(agent, HintWakes.SILENCE)
                : new Silence(machine, last.limitsCommands ? lookEvery(waitingAgents.getAsInt()) : LOOK_EVERY);
        return new HintWakes(wakes, this::granted, machine::nanos, hears);
    }

    /** So that all together look no more often than a tier with few commands allows beside their other commands. */
    static Duration lookEvery(int agents) {
        Duration together = Duration.ofSeconds(agents).dividedBy(MOST_LOOKS_A_SECOND);
        return together.compareTo(LOOK_EVERY) < 0 ? LOOK_EVERY : together;
    }

    private void sayStream(String why) {
        if (!said.equals(why)) {
            said = why;
            log.warn(
                    "Waiters are woken by a change stream, wakes=stream, which makes each write to this MongoDB dearer: hints cannot be written or read ({})",
                    why);
        }
    }

    private void sayLooks(MongoException e, String hints) {
        String why = DriverErrors.refusal("MongoDB refuses the stream of locks", e);
        if (!said.equals(why)) {
            said = why;
            log.warn(
                    "Nothing wakes waiters: they look once a second, more seldom if very many agents wait, and notice a hand-off so much later;"
                            + " no lease is kept, and an eviction is noticed at the next renewal. {}; hints: {}. Both are tried again",
                    why,
                    hints);
        }
    }

    @Override
    public Optional<HintPlace> hints() {
        return channel.place();
    }

    @Override
    public void close() {
        sender.close(LAST_SENT_WITHIN);
        store.close();
    }

    /** Follows the change stream for a while if one of the agents that share the locks writes and reads hints elsewhere. */
    public void agentsWakeBy(Set<Optional<HintPlace>> places) {
        Optional<HintPlace> own = channel.place();
        if (own.isPresent() && places.stream().anyMatch(each -> !each.equals(own))) {
            othersSeenAt = machine.nanos();
        }
    }

    private boolean needsStream() {
        Long seenAt = othersSeenAt;
        return seenAt != null && machine.nanos() - seenAt < STREAM_FOR.toNanos();
    }

    /** Looks at the locks for which the agent waits, because hints may be lost, and returns the acquirers that were granted. */
    private List<String> granted() {
        OwnWaits.Due due = waits.due(machine.nanos());
        if (due.locks().isEmpty()) {
            return List.of();
        }
        List<LockDocument> locks = answered(() -> store.news(due.locks(), due.acquirers(), LOOK_WITHIN));
        locks.forEach(this::tellAgain);
        return locks.stream()
                .flatMap(lock -> lock.holders().stream())
                .map(holder -> holder.acquirer())
                .filter(due.acquirers()::contains)
                .toList();
    }

    private interface Read {
        Map<String, Snapshot> read();
    }

    /** Sends what a look shows again, however lately it was sent: that hint may be the one that was lost. */
    private void tellAgain(LockDocument lock) {
        places(lock).forEach(place -> sender.add(place, ofOthers(lock, place)));
        saw(lock, "", true);
    }

    private static List<LockDocument> answered(Read read) {
        try {
            return read.read().values().stream().map(Snapshot::lock).toList();
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            return List.of();
        }
    }

    private void saw(Reply reply, String stamp) {
        if (reply instanceof Reply.Answered answered) {
            answered.snapshot().ifPresent(lock -> saw(lock.lock(), stamp, answered.immediate()));
        }
    }

    private void saw(LockDocument lock, String stamp, boolean immediate) {
        places(lock).forEach(place -> {
            List<Hint> hints = Hint.of(lock, stamp, owner -> owner.wakes() == place);
            sender.add(place, hints.isEmpty() && !immediate ? seen(lock, place) : hints);
        });
        waits.saw(lock, machine.nanos());
        if (channel.place().filter(place -> isSharedWithOthers(lock, place)).isPresent()) {
            othersSeenAt = machine.nanos();
        }
    }

    private List<Hint> seen(LockDocument lock, HintPlace place) {
        long now = machine.nanos();
        return ofOthers(lock, place).stream().filter(hint -> isNew(hint, now)).toList();
    }

    private List<Hint> ofOthers(LockDocument lock, HintPlace place) {
        return Hint.ofAll(lock, owner -> owner.wakes() == place).stream()
                .filter(hint -> !hint.to().equals(self))
                .toList();
    }

    private boolean isNew(Hint hint, long now) {
        Long before = sent.get(hint);
        if (before != null && now - before < SENT_FOR.toNanos()) {
            return false;
        }
        if (sent.size() >= REMEMBERED) {
            sent.clear();
        }
        sent.put(hint, now);
        return true;
    }

    /**
     * The places for the hints of an answer: those that the agents of the lock's entries read, also if this one reads elsewhere. A keeper
     * asks nothing, and would not see before its renewal that another agent waits for it.
     */
    private Set<HintPlace> places(LockDocument lock) {
        Set<HintPlace> places = EnumSet.noneOf(HintPlace.class);
        channel.place().ifPresent(places::add); // also for those that the lock no longer shows
        owners(lock).flatMap(owner -> Stream.ofNullable(owner.wakes())).forEach(places::add);
        return places;
    }

    private boolean isSharedWithOthers(LockDocument lock, HintPlace place) {
        return owners(lock).anyMatch(owner -> owner.agent().equals(self))
                && owners(lock)
                        .anyMatch(owner ->
                                !owner.agent().equals(self) && !owner.agent().isEmpty() && owner.wakes() != place);
    }

    private static Stream<Owner> owners(LockDocument lock) {
        return Stream.concat(
                lock.holders().stream().map(holder -> holder.owner()),
                lock.queue().stream().map(waiter -> waiter.owner()));
    }

    @SuppressWarnings("unchecked") // what is marked stays of its kind
    private <A extends Ask> A marked(A ask) {
        return (A)
                switch (ask) {
                    case Ask.Enqueue enqueue ->
                        new Ask.Enqueue(enqueue.lock(), marked(enqueue.request()), enqueue.behind());
                    case Ask.TryEnqueue attempt ->
                        new Ask.TryEnqueue(attempt.lock(), marked(attempt.request()), attempt.recall());
                    default -> ask;
                };
    }

    private Request marked(Request request) {
        return request.of(request.owner().waking(channel.place().orElse(null)));
    }
}
