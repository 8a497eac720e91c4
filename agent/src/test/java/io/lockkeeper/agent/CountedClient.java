package io.lockkeeper.agent;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.test.MongoServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A client, and the names of the commands that it has sent. */
final class CountedClient implements AutoCloseable {

    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final MongoClient client = MongoClients.create(MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
            .addCommandListener(new CommandListener() {
                @Override
                public void commandStarted(CommandStartedEvent event) {
                    commands.add(event.getCommandName());
                }
            })
            .build());

    MongoClient client() {
        return client;
    }

    /** Those that take, give back or downgrade one lease. */
    long changes() {
        return commands.stream().filter("findAndModify"::equals).count();
    }

    @Override
    public void close() {
        client.close();
    }
}
