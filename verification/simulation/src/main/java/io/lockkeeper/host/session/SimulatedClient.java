package io.lockkeeper.host.session;

import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.host.session.SimulatedTime.Party;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A process as every client of the protocol is written: it takes one lock again and again, and resumes its session. */
final class SimulatedClient {

    /** Where it lives. */
    interface World {

        @Nullable
        SimulatedDaemon daemon();

        /** Something that it believes has changed. */
        void changed();

        /** A lease that it believed in has ended, and not by its own release; or a wait that had its place. */
        void lost(String why);
    }

    private enum Stage {
        IDLE,
        WAITING,
        HOLDING,
        RELEASING
    }

    /** Until the host agent has noted what it was asked, and a call of its own has landed. */
    private static final long NOTED = 3_000;

    private final SimulatedTime time;
    private final SplittableRandom chance;
    private final SimulatedStat stat;
    private final World world;
    private final long ttl;
    private final Map<Long, Long> written = new HashMap<>();
    private Stage stage = Stage.IDLE;
    private boolean alive = true;
    private long last;
    private String session = "";
    private String key = "";
    private @Nullable SimulatedLine line;
    /** The id of the request that waits, or of the release. */
    private long asked;

    private long waitsSince;
    private String lease = "";
    private long token;
    private long deadline;
    private long holdUntil;

    SimulatedClient(SimulatedTime time, SplittableRandom chance, SimulatedStat stat, World world, long ttl) {
        this.time = time;
        this.chance = chance;
        this.stat = stat;
        this.world = world;
        this.ttl = ttl;
        var unused = stat.start();
        connect();
        beat();
    }

    boolean isAlive() {
        return alive;
    }

    boolean believes() {
        return alive && stage == Stage.HOLDING && time.uptime() < deadline;
    }

    boolean waits() {
        return alive && stage == Stage.WAITING && line != null;
    }

    long token() {
        return token;
    }

    /** Its connection ends, and then what the kernel says of it. */
    void die() {
        alive = false;
        if (line != null) {
            line.cut(chance.nextLong(20));
        }
        time.after(chance.nextLong(30), Party.SERVER, stat::gone);
    }

    void cut() {
        if (line != null) {
            line.cut(chance.nextLong(400));
        }
    }

    /** The daemon was killed: its connections end. */
    void daemonDied(SimulatedDaemon daemon) {
        SimulatedLine lost = line;
        if (lost != null && lost.daemon().equals(daemon)) {
            time.after(1 + chance.nextLong(10), Party.PROCESS, () -> ended(lost));
        }
    }

    void ended(SimulatedLine which) {
        if (which.equals(line)) {
            line = null;
            if (stage == Stage.WAITING && chance.nextInt(6) == 0) {
                idle(); // it does not wait for the next host agent
            }
            time.after(chance.nextLong(60), Party.PROCESS, this::connect);
        }
    }

    private void connect() {
        SimulatedDaemon daemon = world.daemon();
        if (!alive || line != null) {
            return;
        }
        if (daemon == null) {
            time.after(20 + chance.nextLong(60), Party.PROCESS, this::connect);
            return;
        }
        SimulatedLine next = new SimulatedLine(time, daemon, this, stat.user(), 1 + chance.nextLong(3));
        line = next;
        long id = write();
        JsonLine hello = new JsonLine()
                .with("hello", 1L)
                .with("service", "billing")
                .with("pid", stat.claim().pid())
                .with("pidns", stat.claim().pidNamespace())
                .with("boot", stat.claim().boot());
        if (!session.isEmpty()) {
            boolean claims = believes() || stage == Stage.RELEASING;
            hello.with("session", session)
                    .with("key", key)
                    .with("leases", claims ? List.of(lease) : List.of())
                    .with("waits", stage == Stage.WAITING ? List.of(asked) : List.of());
        }
        next.write(() -> hello(next, id, hello));
    }

    /** The daemon reads it. */
    private void hello(SimulatedLine from, long id, JsonLine hello) {
        HostParts parts = from.daemon().parts();
        Fields fields = new Fields(hello.members());
        try {
            Hello said = Hello.in(fields, "shop", parts.kernel().boot());
            if (!fields.has("session")) {
                HostSession begun = HostSession.begin(said, stat.now(), from, parts);
                from.opens(begun);
                begun.heard(id);
                begun.welcome(id);
                return;
            }
            Resumption resumption = Resumption.in(fields);
            HostSession left = parts.sessions()
                    .find(resumption.session())
                    .filter(HostSession.class::isInstance)
                    .map(HostSession.class::cast)
                    .filter(each -> each.isOf(resumption, stat.now(), from.user()))
                    .orElse(null);
            if (left == null) {
                from.answer(id, id, JsonLine.error("resume", "There is no such session."));
                from.end();
                return;
            }
            left.resume(from, stat.now(), resumption.key());
            from.opens(left);
            left.heard(id);
            left.welcome(id);
            left.claim(resumption);
        } catch (RequestRefusedException e) {
            throw new IllegalStateException(e);
        }
    }

    private long write() {
        written.put(++last, time.uptime());
        return last;
    }

    /** A line of the session. */
    private long say(String verb, Object value, boolean isAcquire) {
        long id = write();
        SimulatedLine to = line;
        if (to != null) {
            Map<String, Object> members = new HashMap<>(Map.of(verb, value));
            if (isAcquire) {
                members.put("ttlMs", ttl);
                members.put("settleMs", 0L);
            }
            to.write(() -> serve(to, id, members));
        }
        return id;
    }

    private static void serve(SimulatedLine to, long id, Map<String, Object> members) {
        HostSession session = to.session();
        try {
            session.heard(id);
            session.serve(id, new Fields(members));
        } catch (RequestRefusedException e) {
            to.answer(id, id, e.error());
        }
    }

    private void acquire() {
        if (alive && stage == Stage.IDLE) {
            if (line == null || session.isEmpty()) {
                later();
            } else {
                stage = Stage.WAITING;
                waitsSince = time.now();
                asked = say("acquire", "lock", true);
            }
        }
    }

    private void later() {
        time.after(20 + chance.nextLong(ttl / 4), Party.PROCESS, this::acquire);
    }

    private void beat() {
        if (alive) {
            if (line != null && !session.isEmpty() && stage != Stage.IDLE) {
                say("beat", true, false);
            }
            endIfDue();
            time.after(ttl / 6, Party.PROCESS, this::beat);
        }
    }

    private void endIfDue() {
        if (stage == Stage.HOLDING && !believes()) {
            world.lost("its deadline has passed");
            idle();
        } else if (stage == Stage.HOLDING && time.now() >= holdUntil) {
            release();
        }
    }

    /** Released in memory before the line is written. */
    private void release() {
        stage = Stage.RELEASING;
        asked = say("release", lease, false);
        world.changed();
    }

    private void idle() {
        stage = Stage.IDLE;
        world.changed();
        later();
    }

    void hear(SimulatedLine from, JsonLine heard) {
        if (!alive || !from.equals(line)) {
            return;
        }
        Map<String, Object> members = heard.members();
        long before = members.get("seen") instanceof Long seen ? written.getOrDefault(seen, 0L) : 0;
        boolean mine = members.get("re") instanceof Long re && re == asked;
        if (members.get("key") instanceof String said && members.get("session") instanceof String name) {
            welcome(name, said);
        } else if (mine && members.get("granted") instanceof JsonLine granted) {
            granted(before, granted.members());
        } else if (members.get("left") instanceof Map<?, ?> left && left.get(lease) instanceof Long mineLeft) {
            extend(before, mineLeft);
        } else if (members.get("lost") instanceof JsonLine lost) {
            lost(lost.members());
        } else if (mine && stage == Stage.RELEASING && members.containsKey("released")) {
            idle();
        } else if (members.get("error") instanceof JsonLine error) {
            error(mine, String.valueOf(error.members().get("code")));
        }
        world.changed();
    }

    private void welcome(String name, String said) {
        boolean fresh = session.isEmpty();
        session = name;
        key = said;
        if (stage == Stage.RELEASING) {
            asked = say("release", lease, false);
        } else if (fresh && stage == Stage.IDLE) {
            acquire();
        }
    }

    private void granted(long before, Map<String, Object> granted) {
        if (stage != Stage.WAITING) {
            return;
        }
        lease = String.valueOf(granted.get("lease"));
        token = (Long) granted.getOrDefault("token", 0L);
        deadline = before + (Long) granted.getOrDefault("leftMs", 0L);
        holdUntil = time.now() + chance.nextLong(2 * ttl);
        stage = Stage.HOLDING;
        if (!believes()) {
            release();
        }
    }

    private void extend(long before, long left) {
        if (believes()) {
            deadline = Math.max(deadline, before + left);
        }
    }

    private void lost(Map<String, Object> lost) {
        if (lease.equals(lost.get("lease")) && stage == Stage.HOLDING) {
            if (believes()) {
                world.lost("it was told so: " + lost.get("cause"));
            }
            idle();
        }
    }

    private void error(boolean mine, String code) {
        if (code.equals("resume")) {
            session = "";
            if (stage != Stage.HOLDING) {
                idle();
            }
        } else if (mine && stage == Stage.WAITING) {
            if (code.equals("ending") && time.now() - waitsSince > NOTED) {
                world.lost("its wait was ended");
            }
            idle();
        } else if (mine && stage == Stage.RELEASING) {
            idle();
        }
    }
}
