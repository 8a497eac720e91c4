package io.lockkeeper.peers;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.CommandListener;
import java.util.Objects;

/** A client of its own, and the database that the address names. */
public record MongoConnection(MongoClient client, String database) implements AutoCloseable {

    public static final String DEFAULT_DATABASE = "benchmark";

    public static MongoConnection to(String address) {
        return to(new ConnectionString(address), MongoClientSettings.builder());
    }

    /** With one that sees its commands. Any listener costs the driver time for each command, even if it does nothing. */
    public static MongoConnection to(String address, CommandListener listener) {
        return to(new ConnectionString(address), MongoClientSettings.builder().addCommandListener(listener));
    }

    private static MongoConnection to(ConnectionString uri, MongoClientSettings.Builder settings) {
        return new MongoConnection(
                MongoClients.create(settings.applyConnectionString(uri).build()),
                Objects.requireNonNullElse(uri.getDatabase(), DEFAULT_DATABASE));
    }

    public MongoDatabase handle() {
        return client.getDatabase(database);
    }

    @Override
    public void close() {
        client.close();
    }
}
