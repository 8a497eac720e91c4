package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.checker.Bounds;
import io.lockkeeper.faults.checker.Checker;
import io.lockkeeper.faults.checker.StoredLock;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.model.Holder;
import io.lockkeeper.simulation.machine.Scheduler;
import io.lockkeeper.simulation.shared.Exchange;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One history from its plan to its end. */
final class World {

    private static final long MILLI = 1_000_000;
    private static final Duration SLICE = Duration.ofSeconds(1);
    /** After the last accident, and the longest that a caller waits or holds by its plan. */
    private static final Duration GETS_ON = Duration.ofMinutes(5);

    private static final Duration CLOSES = Duration.ofSeconds(40);
    private static final Duration RESTS = Duration.ofSeconds(60);

    private final Scheduler scheduler;
    private final SimulatedServer server;
    private final Journal journal;
    private final Believers believers;
    private final TakenOutWaiters takenOut;
    private final Story story;
    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, Map<String, List<Take>>> takes = new LinkedHashMap<>();
    private int evictions;
    private int begun;

    World(Scheduler scheduler, Story story) {
        this.scheduler = scheduler;
        this.story = story;
        this.server = new SimulatedServer(scheduler);
        this.journal = new Journal(scheduler);
        this.believers = new Believers(journal, server);
        this.takenOut = new TakenOutWaiters(scheduler, server, journal, services);
    }

    /** Takes up the plan. */
    void plan(List<String> lines) {
        lines.forEach(line -> plan(line, line.split(" ", -1)));
    }

    private void plan(String line, String[] words) {
        switch (words[0]) {
            case "begin" -> begin(words[1], number(words[2]), Plans.hints(words), Plans.isDeaf(words));
            case "take" ->
                takes.computeIfAbsent(words[1], agent -> new LinkedHashMap<>())
                        .computeIfAbsent(words[2], caller -> new ArrayList<>())
                        .add(Take.of(words));
            case "pause", "kill", "close", "cut", "behind" ->
                at(
                        number(words[2]),
                        line,
                        () -> Optional.ofNullable(services.get(words[1])).ifPresent(service -> strike(words, service)));
            case "elect" -> at(number(words[1]), line, () -> server.elect(number(words[2])));
            case "evict" -> at(number(words[2]), line, () -> evict(words[1], number(words[3])));
            case "suspend" ->
                at(number(words[2]), line, () -> server.suspend(words[1], Duration.ofMillis(number(words[3]))));
            case "take-out" -> at(number(words[2]), line, () -> takenOut.takeOut(words[1]));
            case "lose" -> at(number(words[1]), line, () -> server.loseHints(Duration.ofMillis(number(words[2]))));
            case "streams" -> at(number(words[1]), line, () -> server.cutStreams(number(words[2]) * MILLI));
            case "purge" ->
                at(number(words[2]), line, () -> {
                    var unused = server.purge(words[1]);
                });
            default -> throw new IllegalArgumentException("This line says nothing: " + line);
        }
    }

    private void begin(String agent, long at, Optional<HintPlace> hints, boolean deaf) {
        Service service = new Service(scheduler, server, journal, believers, agent, hints, deaf, services);
        services.put(agent, service);
        begun++;
        var unused = scheduler.after(at * MILLI, () -> {
            begun--;
            List<Caller> callers = takes.getOrDefault(agent, Map.of()).entrySet().stream()
                    .map(each -> new Caller(service, each.getKey(), each.getValue()))
                    .toList();
            service.start(callers);
        });
    }

    private void at(long millis, String line, Runnable action) {
        var unused = scheduler.after(millis * MILLI, () -> {
            story.happened(scheduler.now(), line);
            action.run();
        });
    }

    private static void strike(String[] words, Service service) {
        switch (words[0]) {
            case "pause" -> service.machine().pause(number(words[3]) * MILLI);
            case "kill" -> service.kill();
            case "close" -> service.close(Duration.ofMillis(number(words[3])));
            case "cut" -> service.network().cut(Duration.ofMillis(number(words[3])));
            default -> service.network().stayBehind(Duration.ofMillis(number(words[3])));
        }
    }

    private void evict(String lock, long quarantine) {
        Optional<Holder> seen = server.document(lock).stream()
                .flatMap(each -> each.holders().stream())
                .filter(holder -> holder.evicted() == null)
                .findFirst();
        seen.ifPresent(holder -> {
            String eviction = "eviction-" + ++evictions;
            believers.evicted(lock);
            String way = quarantine < 0 ? "NOW" : "MARK";
            journal.add(new Event.Evicting(scheduler.now(), eviction, lock, holder.acquirer(), holder.token(), way));
            journal.add(new Event.Audited(scheduler.now(), eviction, ""));
            if (quarantine < 0) {
                believers.evictedNow(
                        lock,
                        holder.token(),
                        server.document(lock).orElseThrow().token());
            }
            Optional<Duration> time = quarantine < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(quarantine));
            server.evict(holder, lock, time, eviction);
            journal.add(new Event.Evicted(scheduler.now(), eviction, quarantine < 0 ? "ENDED" : "MARKED"));
        });
    }

    /** Runs it until its steps are taken, and returns the rules that it broke until then. */
    List<Broken> runAndCut() {
        var unused = runUntil(GETS_ON, () -> false);
        return journal.broken();
    }

    /** Runs it to its end, and holds it against the rules. */
    List<Broken> run() {
        boolean ended =
                runUntil(GETS_ON, () -> begun == 0 && services.values().stream().allMatch(Service::isDone));
        if (!scheduler.hasStepsLeft()) {
            journal.broken("nobody turns in circles", "no end after " + scheduler.steps() + " steps");
            return found();
        }
        if (!ended) {
            journal.broken("every call ends", stuck());
            return found();
        }
        end();
        return found();
    }

    private void end() {
        services.values().stream().filter(Service::isOpen).forEach(service -> service.close(Duration.ofNanos(-1)));
        boolean closed = runUntil(CLOSES, () -> services.values().stream().noneMatch(Service::isClosing));
        if (!closed) {
            journal.broken("every close ends", String.valueOf(services.keySet()));
        }
        var unused = scheduler.after(RESTS.toNanos() - MILLI, () -> {}); // all that is stored has run out by then
        boolean rests = scheduler.run(scheduler.now() + RESTS.toNanos());
        services.values().stream()
                .filter(service -> service.isClosed() && !service.machine().isDead())
                .forEach(this::checkMemory);
        boolean killed =
                services.values().stream().anyMatch(service -> service.machine().isDead());
        if (!rests && !killed) {
            journal.broken("an agent that has closed does nothing any more", "something still runs");
        }
        believers.end(server.time());
    }

    private void checkMemory(Service service) {
        int leases = service.agent().monitor().status().leases();
        int waiters = service.agent().monitor().status().waiters();
        if (leases + waiters > 0) {
            journal.broken(
                    "nothing is left in memory",
                    String.format(Locale.ROOT, "%s has %d leases and %d waiters", service.name(), leases, waiters));
        }
    }

    private boolean runUntil(Duration longest, java.util.function.BooleanSupplier done) {
        long until = scheduler.now() + longest.toNanos();
        boolean idle = false;
        while (!done.getAsBoolean() && !idle && scheduler.now() < until && scheduler.hasStepsLeft()) {
            idle = scheduler.run(Math.min(until, scheduler.now() + SLICE.toNanos()));
        }
        return done.getAsBoolean();
    }

    private String stuck() {
        return services.values().stream()
                .filter(service -> !service.isDone())
                .map(Service::name)
                .collect(Collectors.joining(", ", "callers still wait in ", ""));
    }

    private List<Broken> found() {
        List<Broken> all = new ArrayList<>(journal.broken());
        scheduler.failures().forEach(failure -> all.add(new Broken("no thread dies of a failure", failure)));
        server.cutOff()
                .forEach(agent -> all.add(new Broken(
                        "an interrupted caller leaves no other's outcome unknown",
                        "an interrupt cut off a batch of " + agent)));
        List<StoredLock> stored = server.changes().stream()
                .map(each -> new StoredLock(each.at(), each.lock(), each.document()))
                .toList();
        List<Event> events = new ArrayList<>(journal.events());
        events.add(new Event.Told(Long.MAX_VALUE));
        all.addAll(Leftovers.find(events, server.changes(), services));
        all.addAll(ExpiredHolders.find(server.changes(), services));
        all.addAll(AwaitedLeases.find(server.changes(), services));
        all.addAll(HandedOnLeases.find(events, server.changes(), services));
        all.addAll(PlacesInQueues.find(events, server.changes(), services));
        all.addAll(PausedLocks.find(server.changes()));
        all.addAll(RunOutLeases.find(events, services));
        all.addAll(takenOut.find());
        Checker.check(events, stored, bounds())
                .forEach(each ->
                        all.add(new Broken(each.rule(), "%s %s".formatted(Story.time(each.at()), each.text()))));
        return all;
    }

    /** A thread that was suspended before it sent its request sends it when it resumes: nothing can prevent that. */
    private Bounds bounds() {
        return new Bounds(
                GETS_ON, Service.COMMAND.multipliedBy(3).plus(Duration.ofNanos(scheduler.longestStandstill())));
    }

    List<Exchange> exchanges() {
        return server.exchanges();
    }

    List<String> told() {
        return story.told(journal.events(), server.changes());
    }

    private static long number(String word) {
        return Long.parseLong(word);
    }
}
