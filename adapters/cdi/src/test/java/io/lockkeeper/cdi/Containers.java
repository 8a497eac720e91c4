package io.lockkeeper.cdi;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.test.MongoServer;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Applications with CDI on one fresh database, each with an agent of its own, closed after each test. */
final class Containers implements AfterEachCallback {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final List<AutoCloseable> open = new ArrayList<>();

    /** With what the jar brings, found as a container finds it, and those beans. */
    WeldContainer start(Class<?>... beans) {
        LockAgent agent = agent();
        return start(new Weld().addExtension(new Agents(agent)), beans);
    }

    /** As if the service had forgotten the jar. */
    WeldContainer startWithoutAdapter(Class<?>... beans) {
        return start(new Weld().disableDiscovery(), beans);
    }

    WeldContainer startWithoutAgent(Class<?>... beans) {
        return start(new Weld(), beans);
    }

    LockAgent agent() {
        AgentOptions options = AgentOptions.forService("billing").withClockSkewAllowance(Duration.ofMillis(50));
        LockAgent agent = LockAgent.connect(MongoServer.shared().client(), database.getName(), options);
        open.add(agent);
        return agent;
    }

    int queued(String lock) {
        Document document = database.getCollection(LockDocument.COLLECTION)
                .find(new Document("_id", lock))
                .first();
        return document == null ? 0 : document.getList("queue", Document.class).size();
    }

    private WeldContainer start(Weld weld, Class<?>... beans) {
        WeldContainer container = weld.containerId(database.getName() + open.size())
                .addBeanClasses(beans)
                .initialize();
        open.add(() -> {
            if (container.isRunning()) {
                container.close();
            }
        });
        return container;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        database.drop();
    }

    /** What an application's producer does. */
    record Agents(LockAgent agent) implements Extension {
        public void add(@Observes AfterBeanDiscovery event) {
            event.addBean().types(LockAgent.class).scope(Singleton.class).createWith(context -> agent);
        }
    }
}
