package io.lockkeeper.spring.integration;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Agents of several services on one fresh database, closed after each test. */
final class TestContext implements AfterEachCallback {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final List<LockAgent> open = new ArrayList<>();

    LockAgent agent(String service) {
        AgentOptions options = AgentOptions.forService(service).withClockSkewAllowance(Duration.ofMillis(50));
        LockAgent agent = LockAgent.connect(MongoServer.shared().client(), database.getName(), options);
        open.add(agent);
        return agent;
    }

    /** As if somebody had deleted the locks by hand. */
    void deleteLocks() {
        database.getCollection(LockDocument.COLLECTION).deleteMany(new Document());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        open.forEach(LockAgent::close);
        database.drop();
    }
}
