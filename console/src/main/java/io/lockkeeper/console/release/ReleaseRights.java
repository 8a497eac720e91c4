package io.lockkeeper.console.release;

import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import io.lockkeeper.console.board.Worker;
import io.lockkeeper.model.GrantedPrivileges;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** What MongoDB allows the console on the collections of other libraries, asked twice a minute. Thread-safe. */
@Component
class ReleaseRights implements SmartLifecycle {

    private static final long LOOK_MILLIS = 30_000;

    private final Worker looking = new Worker("release-rights", this::look, LOOK_MILLIS);
    private final MongoClient client;
    private volatile @Nullable GrantedPrivileges granted;

    ReleaseRights(MongoClient client) {
        this.client = client;
    }

    /** Whether the console's user is known to lack a privilege. */
    boolean lacks(String action, MongoNamespace collection) {
        GrantedPrivileges known = granted;
        return known != null && !known.allows(action, collection.getDatabaseName(), collection.getCollectionName());
    }

    /** What is not answered stays as it was known. */
    private void look() {
        try {
            granted = GrantedPrivileges.of(
                    client.getDatabase("admin").runCommand(GrantedPrivileges.command(), BsonDocument.class));
        } catch (MongoException e) {
            // whatever else asks MongoDB says that it does not answer
        }
    }

    @Override
    public void start() {
        looking.start();
    }

    @Override
    public void stop() {
        looking.stop();
    }

    @Override
    public boolean isRunning() {
        return looking.isRunning();
    }
}
