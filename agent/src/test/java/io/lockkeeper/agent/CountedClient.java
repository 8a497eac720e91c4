package io.lockkeeper.agent;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.lockkeeper.model.HintPlace;
import io.lockkeeper.test.MongoServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** A client, and the names of the commands that it has sent. */
final class CountedClient implements AutoCloseable {

    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final AtomicInteger unfinished = new AtomicInteger();
    private final MongoClient client;

    CountedClient() {
        this(MongoServer.shared().uri());
    }

    CountedClient(String uri) {
        client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        if (!changesNothing(event.getCommand())) {
                            commands.add(event.getCommandName());
                        }
                    }

                    @Override
                    public void commandSucceeded(CommandSucceededEvent event) {
                        if (event.getCommandName().equals("find") && leavesMore(event.getResponse())) {
                            unfinished.incrementAndGet();
                        }
                    }
                })
                .build());
    }

    MongoClient client() {
        return client;
    }

    /** Their names, in the order in which they were sent. */
    List<String> commands() {
        return List.copyOf(commands);
    }

    /** How many reads needed a second request. */
    int unfinishedReads() {
        return unfinished.get();
    }

    void forget() {
        commands.clear();
        unfinished.set(0);
    }

    /** Those that take, give back or downgrade one lease. */
    long changes() {
        return commands.stream().filter("findAndModify"::equals).count();
    }

    /** With which a connecting agent tries whether the server knows the commands of a lock: no lock has an empty name. */
    private static boolean changesNothing(BsonDocument command) {
        return command.isDocument("query")
                && new BsonString("").equals(command.getDocument("query").get("_id"));
    }

    /** A cursor over hints stays open. */
    private static boolean leavesMore(BsonDocument response) {
        BsonDocument cursor = response.getDocument("cursor");
        return cursor.getInt64("id").getValue() != 0
                && !cursor.getString("ns").getValue().contains(HintPlace.PREFIX);
    }

    @Override
    public void close() {
        client.close();
    }
}
