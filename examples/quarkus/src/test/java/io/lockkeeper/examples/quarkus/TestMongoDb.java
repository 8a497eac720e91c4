package io.lockkeeper.examples.quarkus;

import io.lockkeeper.test.MongoServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The MongoDB of this test. */
public final class TestMongoDb implements QuarkusTestResourceLifecycleManager {

    @Override
    public Map<String, String> start() {
        return Map.of("quarkus.mongodb.connection-string", MongoServer.shared().uri());
    }

    /** It ends with this process. */
    @Override
    public void stop() {}
}
