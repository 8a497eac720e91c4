package io.lockkeeper.spring.boot;

import com.mongodb.client.MongoClient;

/**
 * The client through which the agent reaches its locks. A bean, so that it is closed after the agent, if it is the agent's own.
 *
 * @param database where the locks are
 * @param own whether nobody else uses it
 */
public record AgentClient(MongoClient client, String database, boolean own) implements AutoCloseable {

    @Override
    public void close() {
        if (own) {
            client.close();
        }
    }
}
