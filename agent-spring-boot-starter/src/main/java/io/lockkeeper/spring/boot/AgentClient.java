package io.lockkeeper.spring.boot;

import com.mongodb.client.MongoClient;

/**
 * The client of the agent. It is a bean so that Spring closes it after the agent, if it is the agent's own.
 *
 * @param database where the locks are
 * @param own whether only the agent uses it, so that Spring closes it
 */
public record AgentClient(MongoClient client, String database, boolean own) implements AutoCloseable {

    @Override
    public void close() {
        if (own) {
            client.close();
        }
    }
}
