package io.lockkeeper.test;

import io.lockkeeper.test.StandIn.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What a server says of itself, refuses and limits, where it is not a plain member of a replica set. From the makers' documents; a
 * {@link StandIn} behaves so.
 *
 * @param hello what it says of itself, from what the server behind says
 * @param refuses how it refuses a command; nothing where the server is asked
 * @param answer what it answers, from what the server behind answers
 */
public record ServerKind(
        UnaryOperator<BsonDocument> hello,
        Function<BsonDocument, Optional<Refusal>> refuses,
        UnaryOperator<BsonDocument> answer,
        Limits limits) {

    /**
     * What it limits; what it does not is a large number.
     *
     * @param streams how many change streams may be open
     * @param commandsASecond beyond which a command waits a second
     * @param connectionsASecond beyond which one is closed at once
     * @param streamLasts after which a stream is interrupted, once
     * @param interrupted how it is
     */
    public record Limits(
            int streams, int commandsASecond, int connectionsASecond, Duration streamLasts, Refusal interrupted) {

        static final Limits NONE = new Limits(
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                Duration.ofDays(1),
                new Refusal(11602, "InterruptedDueToReplStateChange", "operation was interrupted"));

        Limits of(int fewStreams, int commands) {
            return new Limits(fewStreams, commands, connectionsASecond, streamLasts, interrupted);
        }
    }

    /** What the hello of a mongos has not, and a member's has. */
    private static final List<String> OF_A_MEMBER = List.of(
            "setName", "setVersion", "hosts", "primary", "me", "electionId", "secondary", "isreplicaset", "lastWrite");

    /** What Atlas' shared tiers do not run on {@code admin}. */
    private static final Set<String> NOT_SHARED = Set.of(
            "serverStatus",
            "currentOp",
            "replSetGetStatus",
            "replSetGetConfig",
            "getParameter",
            "hostInfo",
            "top",
            "listDatabases",
            "replSetStepDown",
            "setParameter");

    private static final Set<String> ROLES = Set.of("createRole", "createUser", "usersInfo");

    /** As the server behind. */
    public static final ServerKind PLAIN = new ServerKind(
            UnaryOperator.identity(), command -> Optional.empty(), UnaryOperator.identity(), Limits.NONE);

    public static final ServerKind ATLAS_M0 =
            PLAIN.refusing(ServerKind::ofASharedTier).limiting(Limits.NONE.of(5, 100));
    public static final ServerKind ATLAS_FLEX =
            PLAIN.refusing(ServerKind::ofASharedTier).limiting(Limits.NONE.of(10, 500));
    public static final ServerKind ATLAS_M10 =
            PLAIN.refusing(ServerKind::ofADedicatedTier).limiting(Limits.NONE.of(100, Integer.MAX_VALUE));

    /** A shared tier that has no capped collections either, so that streams, of which it grants one, are all that wakes. */
    public static final ServerKind NO_CAPPED =
            PLAIN.refusing(ServerKind::withoutCapped).limiting(Limits.NONE.of(1, 100));

    /** Has neither hints nor streams. */
    public static final ServerKind DEAF =
            PLAIN.refusing(ServerKind::withoutCapped).limiting(Limits.NONE.of(0, Integer.MAX_VALUE));

    public static final ServerKind MONGOS =
            new ServerKind(ServerKind::mongos, ServerKind::withoutLocal, UnaryOperator.identity(), Limits.NONE);

    public static final ServerKind AZURE_VCORE =
            new ServerKind(ServerKind::vcore, ServerKind::ofVcore, ServerKind::withoutTimes, Limits.NONE);

    /** Change streams have to be switched on there, and updates take no pipelines. */
    public static final ServerKind AMAZON = PLAIN.refusing(command -> isPipelineUpdate(command)
            ? Optional.of(
                    new Refusal(9, "FailedToParse", "Modifiers operate on fields but we found type array instead"))
            : isStream(command)
                    ? Optional.of(new Refusal(136, "CappedPositionLost", "modifyChangeStreams has not been run"))
                    : refusedIf(isCapped(command), 303, "FeatureNotSupported", "capped collections"));

    public static final ServerKind FERRETDB = PLAIN.refusing(command -> isPipelineUpdate(command)
            ? Optional.of(new Refusal(238, "NotImplemented", "aggregation pipeline in update is not implemented yet"))
            : refusedIf(isStream(command), 40324, "Location40324", "Unrecognized pipeline stage: $changeStream"));

    /** 9.0: streams end at an election, without the label that says that they can go on. */
    public static final ServerKind NINE = new ServerKind(
            hello -> hello.append("maxWireVersion", new BsonInt32(29)),
            command -> comparesInArrays(command.values().stream())
                    ? Optional.of(new Refusal(2, "BadValue", "finds other documents since 9.0"))
                    : Optional.empty(),
            UnaryOperator.identity(),
            new Limits(
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    Duration.ofSeconds(3),
                    Limits.NONE.interrupted()));

    /** As {@link #NINE}, with the label. */
    public static final ServerKind NINE_LABELLED = NINE.limiting(new Limits(
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Duration.ofSeconds(3),
            new Refusal(
                    11602, "InterruptedDueToReplStateChange", "interrupted", List.of("ResumableChangeStreamError"))));

    /** Lets few connections in at a time. */
    public static final ServerKind FEW_CONNECTIONS = PLAIN.limiting(
            new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, 4, Duration.ofDays(1), Limits.NONE.interrupted()));

    /** Refuses this besides. */
    public ServerKind refusing(Function<BsonDocument, Optional<Refusal>> besides) {
        return new ServerKind(
                hello, command -> refuses.apply(command).or(() -> besides.apply(command)), answer, limits);
    }

    /** Says this of itself. */
    public ServerKind saying(UnaryOperator<BsonDocument> other) {
        return new ServerKind(other, refuses, answer, limits);
    }

    ServerKind limiting(Limits other) {
        return new ServerKind(hello, refuses, answer, other);
    }

    static boolean isStream(BsonDocument command) {
        return command.getFirstKey().equals("aggregate")
                && command.getArray("pipeline", new BsonArray()).stream()
                        .anyMatch(stage -> stage.asDocument().containsKey("$changeStream"));
    }

    static boolean isPipelineUpdate(BsonDocument command) {
        return switch (command.getFirstKey()) {
            case "findAndModify" -> command.isArray("update");
            case "update" ->
                command.getArray("updates", new BsonArray()).stream()
                        .anyMatch(update -> update.asDocument().isArray("u"));
            default -> false;
        };
    }

    private static boolean isCapped(BsonDocument command) {
        String name = command.getFirstKey();
        return name.equals("convertToCapped") || (name.equals("create") && command.containsKey("capped"));
    }

    private static String database(BsonDocument command) {
        return command.getString("$db", new BsonString("")).getValue();
    }

    private static Optional<Refusal> refusedIf(boolean refused, int code, String name, String what) {
        return refused ? Optional.of(new Refusal(code, name, what + " is not supported")) : Optional.empty();
    }

    private static Optional<Refusal> ofASharedTier(BsonDocument command) {
        String name = command.getFirstKey();
        String refused = database(command).equals("local")
                ? "(Unauthorized) not authorized on local to execute command { %s: 1 }".formatted(name)
                : (NOT_SHARED.contains(name) && database(command).equals("admin")) || ROLES.contains(name)
                        ? "command %s is not allowed in this atlas tier".formatted(name)
                        : "";
        return refused.isEmpty() ? Optional.empty() : Optional.of(new Refusal(8000, "AtlasError", refused));
    }

    private static Optional<Refusal> ofADedicatedTier(BsonDocument command) {
        boolean writesLocal = database(command).equals("local")
                && Set.of("create", "insert", "convertToCapped").contains(command.getFirstKey());
        return writesLocal
                ? Optional.of(new Refusal(13, "Unauthorized", "not authorized on local to execute command"))
                : refusedIf(ROLES.contains(command.getFirstKey()), 8000, "AtlasError", "command createRole");
    }

    private static Optional<Refusal> withoutCapped(BsonDocument command) {
        return ofASharedTier(command)
                .or(() -> refusedIf(isCapped(command), 8000, "AtlasError", "a capped collection in this atlas tier"));
    }

    private static BsonDocument mongos(BsonDocument hello) {
        OF_A_MEMBER.forEach(hello::remove);
        return hello.append("msg", new BsonString("isdbgrid"));
    }

    private static BsonDocument vcore(BsonDocument hello) {
        return mongos(hello).append("internal", BsonDocument.parse("{ documentdb_versions: ['0.110-0'] }"));
    }

    private static Optional<Refusal> withoutLocal(BsonDocument command) {
        return database(command).equals("local")
                ? Optional.of(new Refusal(20, "IllegalOperation", "Can't use 'local' database through mongos"))
                : refusedIf(command.getFirstKey().startsWith("replSet"), 59, "CommandNotFound", command.getFirstKey());
    }

    private static Optional<Refusal> ofVcore(BsonDocument command) {
        return withoutLocal(command)
                .or(() -> refusedIf(isCapped(command), 303, "FeatureNotSupported", "a capped collection"));
    }

    /** Events that do not say when they happened. */
    private static BsonDocument withoutTimes(BsonDocument answer) {
        if (answer.isDocument("cursor")) {
            Stream.of("firstBatch", "nextBatch")
                    .flatMap(batch -> answer.getDocument("cursor").getArray(batch, new BsonArray()).stream())
                    .map(BsonValue::asDocument)
                    .filter(each -> each.containsKey("operationType"))
                    .forEach(event -> {
                        event.remove("clusterTime");
                        event.remove("wallTime");
                    });
        }
        return answer;
    }

    /** Whether a path is compared with null: where it leads through an array, 9.0 finds others than before. */
    private static boolean comparesInArrays(Stream<BsonValue> values) {
        return values.anyMatch(value -> switch (value) {
            case BsonDocument document ->
                document.entrySet().stream()
                                .anyMatch(each -> each.getKey().contains(".")
                                        && !each.getKey().startsWith("$")
                                        && (each.getValue().isNull()
                                                || (each.getValue() instanceof BsonDocument test
                                                        && (test.isNull("$ne") || test.isNull("$eq")))))
                        || comparesInArrays(document.values().stream());
            case BsonArray array -> comparesInArrays(array.stream());
            default -> false;
        });
    }
}
