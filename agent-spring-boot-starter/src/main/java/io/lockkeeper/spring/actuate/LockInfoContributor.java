package io.lockkeeper.spring.actuate;

import io.lockkeeper.agent.AgentOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** Adds the agent's names and times to the application's info. */
public final class LockInfoContributor implements InfoContributor {

    private final AgentOptions options;
    private final Supplier<String> database;

    /** @param database in which the locks are, asked for with each answer */
    public LockInfoContributor(AgentOptions options, Supplier<String> database) {
        this.options = options;
        this.database = database;
    }

    @Override
    public void contribute(Info.Builder builder) {
        Map<String, Object> agent = new LinkedHashMap<>();
        agent.put("service", options.service());
        agent.put("instance", options.instance());
        agent.put("database", database.get());
        agent.put("ttl", options.ttl());
        agent.put("clockSkewAllowance", options.clockSkewAllowance());
        builder.withDetail("lockkeeper", agent);
    }
}
