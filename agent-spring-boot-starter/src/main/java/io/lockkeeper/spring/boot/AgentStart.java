package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.ServerUnavailableException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the agent according to the service's {@link StartupMode}. */
final class AgentStart {

    private static final Logger log = LoggerFactory.getLogger(AgentStart.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private AgentStart() {}

    static LockAgent open(StartupMode mode, AgentClient client, AgentOptions options) {
        LockAgent agent = switch (mode) {
            case GO_ON -> LockAgent.connectLater(client.client(), client.database(), options);
            case WAIT -> waiting(client, options);
            case FAIL -> LockAgent.connect(client.client(), client.database(), options);
        };
        log.info(
                "Lockkeeper: {} of {} keeps its locks in database \"{}\"",
                options.instance(),
                options.service(),
                client.database());
        return agent;
    }

    private static LockAgent waiting(AgentClient client, AgentOptions options) {
        while (true) {
            try {
                return LockAgent.connect(client.client(), client.database(), options);
            } catch (ServerUnavailableException e) {
                log.warn("Waiting for MongoDB before the service starts (lockkeeper.startup=wait). {}", e.getMessage());
                pause(e);
            }
        }
    }

    private static void pause(ServerUnavailableException why) {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw why;
        }
    }
}
