package io.lockkeeper.test;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.bson.Document;

/** A replica set of one that speaks only TLS, knows its users, and runs no JavaScript: as in production, but for its size. */
public final class SecuredServer implements AutoCloseable {
    private static final String NAME = "rs0";
    private static final String ADMINISTRATOR = "administrator";
    private static final String PASSWORD = "of-the-administrator";

    private final Path folder;
    private final Certificate certificate;
    private final SSLContext context;
    private final Mongod mongod;
    private final MongoClient administrator;

    private SecuredServer(Path folder) {
        this.folder = folder;
        this.certificate = Certificate.in(folder);
        this.context = certificate.trustingContext();
        this.mongod = Mongod.start(
                Place.LOOPBACK,
                settings -> settings.applyToSslSettings(ssl -> ssl.enabled(true).context(context)),
                options());
        setUp();
        this.administrator = MongoClients.create(settings(uri(ADMINISTRATOR, PASSWORD, "admin")));
    }

    public static SecuredServer start() {
        try {
            return new SecuredServer(Files.createTempDirectory("lockkeeper-secured-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The user that may do everything. */
    public MongoClient administrator() {
        return administrator;
    }

    /** The certificate that clients are to trust, as PEM. */
    public Path certificate() {
        return certificate.trusted();
    }

    /** The address of a database for a user of that database. */
    public String uri(String user, String password, String database) {
        return "mongodb://%s:%s@%s/%s?replicaSet=%s&tls=true&authSource=%s"
                .formatted(user, password, mongod.address(), database, NAME, database);
    }

    /** A certificate with its key, as PEM, which this server trusts where a client shows it; its subject is {@code CN=127.0.0.1}. */
    public Path certificateWithKey() {
        return certificate.withKey();
    }

    /** Of a client that trusts this server's certificate. */
    public MongoClientSettings settings(String uri) {
        return MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applyToSslSettings(ssl -> ssl.enabled(true).context(context))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(10, SECONDS))
                .build();
    }

    @Override
    public void close() {
        administrator.close();
        mongod.close();
        ServerProcess.delete(folder);
    }

    private String[] options() {
        return new String[] {
            "--replSet",
            NAME,
            "--keyFile",
            keyFile().toString(),
            "--noscripting",
            "--tlsMode",
            "requireTLS",
            "--tlsCertificateKeyFile",
            certificate.withKey().toString(),
            "--tlsCAFile",
            certificate.trusted().toString(),
            "--tlsAllowConnectionsWithoutCertificates"
        };
    }

    /** What members prove themselves with to each other; it also makes them ask users who they are. */
    private Path keyFile() {
        byte[] secret = new byte[512];
        new SecureRandom().nextBytes(secret);
        try {
            Path file = Files.writeString(
                    folder.resolve("members.key"), Base64.getEncoder().encodeToString(secret));
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Through the exception that a server without users makes for its own host. */
    private void setUp() {
        Document member = new Document("_id", 0).append("host", mongod.address());
        mongod.command(new Document("replSetInitiate", new Document("_id", NAME).append("members", List.of(member))));
        await().atMost(60, SECONDS)
                .pollInterval(50, MILLISECONDS)
                .until(() -> mongod.command(new Document("hello", 1)).getBoolean("isWritablePrimary", false));
        mongod.command(new Document("createUser", ADMINISTRATOR)
                .append("pwd", PASSWORD)
                .append("roles", List.of("root")));
    }
}
