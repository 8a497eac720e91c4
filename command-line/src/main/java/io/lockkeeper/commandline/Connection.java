package io.lockkeeper.commandline;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import io.lockkeeper.model.SystemDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for cluster, database and connection. A password stays out of the list of processes and of every message. */
public final class Connection {

    static final String VARIABLE = "LOCKKEEPER_MONGODB_URI";
    private static final int SELECTION_SECONDS = 10;
    private static final int CONNECT_SECONDS = 5;

    private final Map<String, String> environment = System.getenv();

    @ArgGroup
    private @Nullable Address address;

    @Option(
            names = "--database",
            paramLabel = "NAME",
            description = "The database that holds the locks. Default: the one in the URI.")
    private @Nullable String database;

    @Mixin
    private TlsFiles tls = new TlsFiles();

    /** The two ways to give an address, of which one may be used. */
    static final class Address {
        @Option(
                names = "--mongodb",
                paramLabel = "URI",
                description =
                        "MongoDB's URI, for example mongodb://host/app. Other users of this machine can see it in the process list: if it has a password, use --mongodb-file or the variable LOCKKEEPER_MONGODB_URI.")
        private @Nullable String uri;

        @Option(
                names = "--mongodb-file",
                paramLabel = "FILE",
                description = "A file that holds the URI, for example a mounted secret.")
        private @Nullable Path file;
    }

    /**
     * Connects, and checks whether the server has what locks need.
     *
     * @throws FailedException if no address is given, or one that cannot be understood, or the server lacks something
     */
    public Database open() {
        Database database = connect();
        try {
            database.requireAbilities();
            return database;
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Connects without a request to the server.
     *
     * @throws FailedException if no address is given, or one that cannot be understood
     */
    public Database connect() {
        ConnectionString uri = parse(uri());
        MongoClientSettings.Builder settings = MongoClientSettings.builder()
                .applicationName("lockkeeper")
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS))
                .applyConnectionString(uri);
        if (tls.areGiven()) {
            SSLContext context = tls.context();
            settings.applyToSslSettings(ssl -> ssl.enabled(true).context(context));
        }
        return new Database(settings.build(), name(uri));
    }

    /** Has a process of this program connect in the same way, to that database; the URI stays out of its arguments. */
    public void passTo(ProcessBuilder process, String name) {
        process.environment().put(VARIABLE, uri());
        process.command().addAll(List.of("--database", name));
        process.command().addAll(tls.options());
    }

    private String name(ConnectionString uri) {
        String name = database == null ? uri.getDatabase() : database;
        if (name == null || name.isBlank()) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "The URI names no database: add it after the hosts (mongodb://host/app), or use --database.");
        }
        SystemDatabases.refusal(name).ifPresent(why -> {
            throw new FailedException(
                    ExitCode.USAGE,
                    why
                            + ". Name the services' database with --database; where users log in is authSource in the URI.");
        });
        return name;
    }

    private String uri() {
        if (address != null && address.file != null) {
            return read(address.file);
        }
        String given = address == null ? environment.get(VARIABLE) : address.uri;
        if (given == null || given.isBlank()) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "No MongoDB is named: set %s, or use --mongodb-file or --mongodb.".formatted(VARIABLE));
        }
        return given;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new FailedException(
                    ExitCode.USAGE, "The file with the URI cannot be read: " + Plain.text(e.toString()));
        }
    }

    /** Parses the URI without showing it: the driver's message quotes no password, but may quote the part that it could not read. */
    private static ConnectionString parse(String uri) {
        try {
            return new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "The MongoDB URI is not valid. It should look like mongodb://user:password@host:27017/app?replicaSet=rs0; in user and password, percent-encode each of $ : / ? # [ ] @.");
        }
    }
}
