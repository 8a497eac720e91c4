package io.lockkeeper.test;

import static org.awaitility.Awaitility.await;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.ObjectId;

/** A replica set of real mongod processes, whose members a test may kill, pause and step down. */
public final class ReplicaSet implements AutoCloseable {
    private static final String NAME = "rs0";
    /** CommandFailed, the code of an election that was not won. */
    private static final int ELECTION_FAILED = 125;

    private static final Duration ELECTION_LIMIT = Duration.ofSeconds(60);

    private final List<Mongod> members;
    private final MongoClient client;

    private ReplicaSet(List<Mongod> members, Elections elections) {
        this.members = members;
        members.get(0).command(new Document("replSetInitiate", configuration(elections)));
        awaitPrimary();
        client = MongoClients.create(
                uri() + "&heartbeatFrequencyMS=" + elections.heartbeatInterval().toMillis());
    }

    /** How soon the members notice that one is gone, and elect another. */
    public record Elections(Duration electionTimeout, Duration heartbeatInterval, Duration heartbeatTimeout) {

        public static final Elections FAST =
                new Elections(Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(2));
        /** MongoDB's default settings of a replica set. */
        public static final Elections DEFAULT =
                new Elections(Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(10));

        private Document toDocument() {
            return new Document("electionTimeoutMillis", electionTimeout.toMillis())
                    .append("heartbeatIntervalMillis", heartbeatInterval.toMillis())
                    .append("heartbeatTimeoutSecs", heartbeatTimeout.toSeconds());
        }
    }

    /** Starts {@code members} processes with fast elections and returns when one of them is the primary. */
    public static ReplicaSet start(int members) {
        return start(Collections.nCopies(members, Place.LOOPBACK), Elections.FAST);
    }

    /** Starts one process a place and returns when one of them is the primary. */
    public static ReplicaSet start(List<Place> places, Elections elections, String... options) {
        List<String> all = new ArrayList<>(List.of("--replSet", NAME));
        all.addAll(List.of(options));
        return new ReplicaSet(
                places.stream()
                        .map(place -> Mongod.start(place, all.toArray(String[]::new)))
                        .toList(),
                elections);
    }

    public int size() {
        return members.size();
    }

    public String uri() {
        return members.stream()
                .map(Mongod::address)
                .collect(Collectors.joining(",", "mongodb://", "/?replicaSet=" + NAME));
    }

    /** One client for all, which looks at the members as often as they at one another; it lives as long as the replica set. */
    public MongoClient client() {
        return client;
    }

    /** The index of the primary; of two that claim to be, the one elected last. */
    public int primary() {
        return findPrimary().orElseThrow(() -> new IllegalStateException("There is no primary at the moment"));
    }

    /** Waits until there is a primary and returns its index. */
    public int awaitPrimary() {
        return await().atMost(ELECTION_LIMIT)
                .until(this::findPrimary, Optional::isPresent)
                .orElseThrow();
    }

    /** The members' processes, as they run now. */
    public List<ProcessHandle> processes() {
        return members.stream().map(Mongod::handle).toList();
    }

    /** Ends the primary's term and returns at once, without waiting for the next primary. */
    public void stepDownPrimary() {
        members.get(primary())
                .command(new Document("replSetStepDown", 10)
                        .append("secondaryCatchUpPeriodSecs", 5)
                        .append("force", true));
    }

    /** Has the member elected primary. One that is a moment behind gets no votes, and asks again. */
    public void stepUp(int member) {
        await().atMost(ELECTION_LIMIT).until(() -> isElected(member));
    }

    private boolean isElected(int member) {
        try {
            command(member, new Document("replSetStepUp", 1));
            return true;
        } catch (MongoCommandException e) {
            if (e.getCode() != ELECTION_FAILED) {
                throw e;
            }
            return false;
        }
    }

    /** Ends a member's process as {@code kill -9} does; its data stays for {@link #restart}. */
    public void kill(int member) {
        members.get(member).kill();
    }

    public void restart(int member) {
        members.get(member).restart();
    }

    /** Halts a member's process as {@code kill -STOP} does: its connections stay open without an answer. */
    public void pause(int member) {
        members.get(member).pause();
    }

    public void resume(int member) {
        members.get(member).resume();
    }

    /** Whether the member's process runs, and is not halted. */
    public boolean answers(int member) {
        return members.get(member).answers();
    }

    /** Runs an administration command on one member, in any role. */
    public Document command(int member, Document command) {
        return members.get(member).command(command);
    }

    /** Sets a fail point on one member; the mode, as MongoDB has it, is a word or a document. */
    public FailPoint failPoint(int member, String name, Object mode, Document data) {
        return FailPoint.set(members.get(member), name, mode, data);
    }

    /** Sets the {@code failCommand} fail point on the present primary until the answer is switched off. */
    public FailPoint failCommand(Document data) {
        return FailPoint.set(members.get(primary()), "failCommand", "alwaysOn", data);
    }

    /** Sets the {@code failCommand} fail point on the present primary for the next {@code times} matching commands. */
    public FailPoint failCommand(Document data, int times) {
        return FailPoint.set(members.get(primary()), "failCommand", new Document("times", times), data);
    }

    /** Lets the present primary execute this command but withhold its answers until the fail point is switched off. */
    public FailPoint keepAnswers(String command) {
        return FailPoint.set(
                members.get(primary()),
                "waitAfterCommandFinishesExecution",
                "alwaysOn",
                new Document("commands", List.of(command)));
    }

    @Override
    public void close() {
        client.close();
        members.forEach(Mongod::close);
    }

    private Document configuration(Elections elections) {
        List<Document> hosts = IntStream.range(0, members.size())
                .mapToObj(i ->
                        new Document("_id", i).append("host", members.get(i).address()))
                .toList();
        return new Document("_id", NAME).append("members", hosts).append("settings", elections.toDocument());
    }

    private Optional<Integer> findPrimary() {
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            claimOf(i).ifPresent(claims::add);
        }
        return claims.stream().max((a, b) -> a.election.compareTo(b.election)).map(Claim::member);
    }

    private Optional<Claim> claimOf(int member) {
        if (!members.get(member).answers()) {
            return Optional.empty();
        }
        try {
            Document hello = members.get(member).command(new Document("hello", 1));
            return Optional.of(hello)
                    .filter(answer -> answer.getBoolean("isWritablePrimary", false))
                    .map(answer -> new Claim(member, answer.getObjectId("electionId")));
        } catch (MongoException unreachable) {
            return Optional.empty();
        }
    }

    private record Claim(int member, ObjectId election) {}
}
