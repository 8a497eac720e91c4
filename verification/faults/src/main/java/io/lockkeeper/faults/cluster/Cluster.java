package io.lockkeeper.faults.cluster;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.Place;
import io.lockkeeper.test.ReplicaSet;
import io.lockkeeper.test.ReplicaSet.Elections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;

/** Three members, the network between them, and what can be done to them. What is broken is mended by {@link #heal}. */
public final class Cluster implements AutoCloseable {

    private static final int MEMBERS = 3;
    private static final Duration FAIL_POINT_LIMIT = Duration.ofSeconds(10);

    private final Network network;
    private final ReplicaSet members;
    private final List<Runnable> remedies = new ArrayList<>();

    private Cluster(Network network, ReplicaSet members) {
        this.network = network;
        this.members = members;
    }

    public static Cluster start(Network network, Elections elections) {
        List<Place> places =
                IntStream.range(0, MEMBERS).mapToObj(network::member).toList();
        return new Cluster(network, ReplicaSet.start(places, elections));
    }

    public String uri() {
        return members.uri();
    }

    public Network network() {
        return network;
    }

    /** The suite's own client, which nothing is cut from. */
    public MongoClient client() {
        return members.client();
    }

    public int primary() {
        return members.awaitPrimary();
    }

    public int size() {
        return members.size();
    }

    public List<Integer> secondaries() {
        int primary = primary();
        return IntStream.range(0, members.size())
                .filter(each -> each != primary)
                .boxed()
                .toList();
    }

    public void kill(int member) {
        members.kill(member);
        remedies.add(() -> members.restart(member));
    }

    public void pause(int member) {
        members.pause(member);
        remedies.add(() -> members.resume(member));
    }

    public void resume(int member) {
        members.resume(member);
    }

    public void stepDown() {
        members.stepDownPrimary();
    }

    /** Hands the part of the primary to another member, which stays it until something happens. */
    public void stepUp(int member) {
        members.stepUp(member);
    }

    /** The member reaches no other, while clients reach them all. */
    public void isolate(int member) {
        IntStream.range(0, members.size())
                .filter(other -> other != member)
                .forEach(other -> network.cut(member, other));
        remedies.add(network::heal);
    }

    /** Cuts the member off from all others and from clients. */
    public void unplug(int member) {
        isolate(member);
        network.cutFromClients(member);
    }

    /** Sets a fail point on one member; the mode, as MongoDB has it, is a word or a document. */
    public void failPoint(int member, String name, Object mode, Document data) {
        remedies.add(quietly(members.failPoint(member, name, mode, data)));
    }

    /** Sets a fail point on every member, so that it outlives a failover. */
    public void failPoint(String name, Document data) {
        IntStream.range(0, members.size()).forEach(member -> failPoint(member, name, "alwaysOn", data));
    }

    /** Makes commands fail, or hang, on every member as the data says; with an {@code appName} only those of one client. */
    public void failCommand(Document data) {
        failPoint("failCommand", data);
    }

    public void failCommandOff() {
        IntStream.range(0, members.size())
                .forEach(member -> members.failPoint(member, "failCommand", "off", new Document()));
    }

    /** Stops the members from fetching, so that only the primary knows what it writes. */
    public void stopReplication(List<Integer> stopped) {
        stopped.forEach(member -> failPoint(member, "stopReplProducer", "alwaysOn", new Document()));
        stopped.forEach(member -> awaitFailPoint(member, "stopReplProducer"));
    }

    /** What is known to a member that was killed meanwhile stays so. */
    public void resumeReplication() {
        IntStream.range(0, members.size())
                .filter(members::answers)
                .forEach(member -> members.failPoint(member, "stopReplProducer", "off", new Document()));
    }

    public void awaitFailPoint(int member, String name) {
        members.command(
                member,
                new Document("waitForFailPoint", name)
                        .append("timesEntered", 1)
                        .append("maxTimeMS", FAIL_POINT_LIMIT.toMillis()));
    }

    /** Mends everything, the last broken first, and returns when there is a primary again. */
    public void heal() {
        remedies.reversed().forEach(Runnable::run);
        remedies.clear();
        members.awaitPrimary();
    }

    /** What broke a member took its fail points along. */
    private static Runnable quietly(FailPoint failPoint) {
        return () -> {
            try {
                failPoint.off();
            } catch (MongoException gone) {
                // the member was killed meanwhile, and starts without it
            }
        };
    }

    @Override
    public void close() {
        members.close();
    }
}
