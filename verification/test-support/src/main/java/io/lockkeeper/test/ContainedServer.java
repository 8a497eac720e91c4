package io.lockkeeper.test;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** A one-node replica set in a container, which Testcontainers removes when this JVM has ended. */
final class ContainedServer {
    private static final String PREFIX = "docker:";

    private ContainedServer() {}

    /** Whether what was given is not a URI but {@code docker:} and a tag of the image {@code mongo}. */
    static boolean isMeant(String given) {
        return given.startsWith(PREFIX);
    }

    /** Starts it and returns its URI. Its port is the same inside and outside, so that the member's address holds for both. */
    @SuppressWarnings("resource") // it is there for all tests of this JVM
    static String start(String given) {
        int port = ServerProcess.freePort();
        new GenericContainer<>("mongo:" + given.substring(PREFIX.length()))
                .withCommand(command(port))
                .withCreateContainerCmdModifier(container -> publish(container, port))
                .waitingFor(Wait.forLogMessage(".*Waiting for connections.*", 1))
                .start();
        initiate("127.0.0.1:" + port);
        return "mongodb://127.0.0.1:" + port + "/?replicaSet=rs0";
    }

    private static String[] command(int port) {
        return ("mongod --replSet rs0 --bind_ip_all --wiredTigerCacheSizeGB 0.25 --port " + port
                        + " --setParameter enableTestCommands=1 --setParameter ttlMonitorSleepSecs=5")
                .split(" ", -1);
    }

    private static void publish(CreateContainerCmd container, int port) {
        container.withExposedPorts(ExposedPort.tcp(port));
        Objects.requireNonNull(container.getHostConfig())
                .withPortBindings(PortBinding.parse("127.0.0.1:" + port + ":" + port));
    }

    private static void initiate(String address) {
        Document member = new Document("_id", 0).append("host", address);
        try (MongoClient direct = MongoClients.create("mongodb://" + address + "/?directConnection=true")) {
            direct.getDatabase("admin")
                    .runCommand(new Document(
                            "replSetInitiate", new Document("_id", "rs0").append("members", List.of(member))));
        }
    }
}
