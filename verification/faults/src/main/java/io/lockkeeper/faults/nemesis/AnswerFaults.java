package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.nemesis.Fault.Needs;
import java.util.List;
import org.bson.Document;

/** What happens to commands and their answers, by the server's own fail points. */
final class AnswerFaults {

    private static final List<String> CALLS = List.of("findAndModify", "update", "find", "getMore", "aggregate");

    private AnswerFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault(
                        "lose-answers",
                        "writes are applied, and their answers kept back until nobody waits for them",
                        Needs.NOTHING,
                        world -> now(
                                world,
                                () -> world.cluster()
                                        .failPoint(
                                                world.cluster().primary(),
                                                "waitAfterCommandFinishesExecution",
                                                sometimes(0.3),
                                                new Document("commands", List.of("findAndModify", "update"))))),
                new Fault(
                        "write-concern-errors",
                        "applied, and answered with the errors 64, 91 and 11602",
                        Needs.NOTHING,
                        world -> now(
                                world,
                                () -> fail(
                                        world,
                                        0.3,
                                        List.of("findAndModify", "update"),
                                        "writeConcernError",
                                        new Document("code", pick(world, 64, 91, 11602)).append("errmsg", "staged")))),
                new Fault(
                        "close-connections",
                        "connections are closed at random",
                        Needs.NOTHING,
                        world -> now(world, () -> fail(world, 0.1, CALLS, "closeConnection", true))),
                new Fault(
                        "cut-stream",
                        "change streams are cut",
                        Needs.NOTHING,
                        world -> now(world, () -> fail(world, 0.7, List.of("getMore"), "errorCode", 43))),
                new Fault(
                        "invalidate-stream",
                        "change streams are invalidated",
                        Needs.NOTHING,
                        world -> now(world, () -> fail(world, 0.7, List.of("getMore"), "errorCode", 260))),
                new Fault(
                        "lose-stream-history",
                        "change streams find their history gone",
                        Needs.NOTHING,
                        world -> now(world, () -> fail(world, 0.7, List.of("getMore", "aggregate"), "errorCode", 286))),
                new Fault(
                        "slow-answers",
                        "every third command hangs for a second",
                        Needs.NOTHING,
                        world -> now(
                                world,
                                () -> world.cluster()
                                        .failPoint(
                                                world.cluster().primary(),
                                                "failCommand",
                                                sometimes(0.3),
                                                new Document("failCommands", CALLS)
                                                        .append("blockConnection", true)
                                                        .append("blockTimeMS", 1_000)))));
    }

    private static String now(World world, Runnable strike) {
        int primary = world.cluster().primary();
        strike.run();
        return "member " + primary;
    }

    private static void fail(World world, double share, List<String> commands, String how, Object what) {
        Document data = new Document("failCommands", commands).append(how, what);
        if (how.equals("errorCode")) {
            data.append("errorLabels", List.of());
        }
        world.cluster().failPoint(world.cluster().primary(), "failCommand", sometimes(share), data);
    }

    private static Document sometimes(double share) {
        return new Document("activationProbability", share);
    }

    private static int pick(World world, int... codes) {
        return codes[world.random().nextInt(codes.length)];
    }
}
