package io.lockkeeper.desktop;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.model.GrantedPrivileges;
import io.lockkeeper.model.ServerAbilities;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** Tests a connection before it is saved: connects to the server, and checks what the user may do. It changes nothing. */
final class Trial {

    private static final int LIMIT_SECONDS = 5;
    private static final List<String> SHOWN = List.of("find", "changeStream");

    private Trial() {}

    /** The result of a test. */
    sealed interface Outcome {}

    /**
     * The connection can be opened.
     *
     * @param server what answered
     * @param readOnly why the console has neither history nor forced release there; empty if it has
     */
    record Usable(String server, Optional<String> readOnly) implements Outcome {}

    /** The connection cannot be opened, and why. */
    record Unusable(String why) implements Outcome {}

    static Outcome of(KnownConnection connection) {
        try (MongoClient client = MongoClients.create(settings(connection))) {
            return ask(client, connection.database());
        } catch (MongoException e) {
            return new Unusable(sentence(e));
        } catch (RuntimeException e) {
            return new Unusable(
                    (connection.hasTlsFiles() ? "The TLS files cannot be used: " : "The address cannot be used: ")
                            + e.getMessage());
        }
    }

    private static Outcome ask(MongoClient client, String database) {
        MongoDatabase admin = client.getDatabase("admin");
        BsonDocument hello = admin.runCommand(BsonDocument.parse("{ hello: 1 }"), BsonDocument.class);
        if (!hello.containsKey("setName") && !hello.containsKey("msg")) {
            return new Unusable(
                    "That server is neither in a replica set nor a mongos. Locks need change streams: start it as a"
                            + " replica set of one.");
        }
        Optional<String> missing = ServerAbilities.missing(
                hello, command -> client.getDatabase(database).runCommand(command, BsonDocument.class));
        if (missing.isPresent()) {
            return new Unusable(missing.get() + ".");
        }
        String version = admin.runCommand(BsonDocument.parse("{ buildInfo: 1 }"), BsonDocument.class)
                .getString("version", new BsonString("?"))
                .getValue();
        GrantedPrivileges granted =
                GrantedPrivileges.of(admin.runCommand(GrantedPrivileges.command(), BsonDocument.class));
        for (String action : SHOWN) {
            if (!granted.allows(action, database, "locks")) {
                return new Unusable(
                        "The user %s lacks the privilege %s on %s.locks. Grant it the roles of docker/roles.json."
                                .formatted(granted.user(), action, database));
            }
        }
        String user = granted.isLimited() ? " as user " + granted.user() : "";
        String set =
                hello.getString("setName", new BsonString("a sharded cluster")).getValue();
        return new Usable(
                "Connected to %s, MongoDB %s%s.".formatted(set, version, user),
                ConsolePrivileges.lacking(granted, database + "_console"));
    }

    private static MongoClientSettings settings(KnownConnection connection) {
        MongoClientSettings.Builder settings = MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(connection.uri()))
                .applicationName("lockkeeper-desktop")
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(LIMIT_SECONDS, TimeUnit.SECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                        .readTimeout(LIMIT_SECONDS, TimeUnit.SECONDS));
        if (connection.hasTlsFiles()) {
            SSLContext tls = tls(connection);
            settings.applyToSslSettings(ssl -> ssl.enabled(true).context(tls));
        }
        return settings.build();
    }

    private static SSLContext tls(KnownConnection connection) {
        PemSslStoreDetails trusted = PemSslStoreDetails.forCertificate(location(connection.caFile()));
        PemSslStoreDetails own = PemSslStoreDetails.forCertificate(location(connection.keyFile()))
                .withPrivateKey(location(connection.keyFile()));
        return SslBundle.of(new PemSslStoreBundle(own, trusted)).createSslContext();
    }

    private static @Nullable String location(String file) {
        return file.isEmpty() ? null : "file:" + file;
    }

    private static String sentence(MongoException e) {
        if (isRefused(e)) {
            return "MongoDB refuses the user name or password.";
        }
        if (e instanceof MongoCommandException said) {
            return "MongoDB answered: " + said.getErrorMessage();
        }
        return String.format(
                Locale.ROOT,
                "No server that takes writes answered within %d s. Check host, port and replica set, and whether TLS"
                        + " is wanted. The driver says: %s",
                LIMIT_SECONDS,
                e.getMessage());
    }

    private static boolean isRefused(@Nullable Throwable e) {
        return e != null && (e instanceof MongoSecurityException || isRefused(e.getCause()));
    }
}
