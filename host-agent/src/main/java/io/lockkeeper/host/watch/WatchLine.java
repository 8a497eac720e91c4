package io.lockkeeper.host.watch;

import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.model.WatchKey;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * What a hello says that asks for a watch.
 *
 * @param agent the agent whose process is to be watched
 * @param key that proves it
 * @param commandTimeout after which nothing that the agent has sent is applied any more
 * @param ttl after which nothing is left that was applied late
 * @param startsCommand whether the process's end proves nothing before a command is named
 */
public record WatchLine(String agent, WatchKey key, Duration commandTimeout, Duration ttl, boolean startsCommand) {

    private static final Pattern AGENT = Pattern.compile("[0-9A-Za-z]{1,64}");
    private static final long LONGEST_TTL = Duration.ofHours(24).toMillis();
    private static final long LONGEST_COMMAND = Duration.ofMinutes(10).toMillis();
    private static final long USUAL_TTL = 30_000;
    private static final long USUAL_COMMAND = 5_000;

    public static WatchLine in(Fields fields) throws RequestRefusedException {
        String agent = fields.text("watch").orElse("");
        if (!AGENT.matcher(agent).matches()) {
            throw RequestRefusedException.because("field", "\"watch\" is no agent's id.");
        }
        long command = fields.number("commandMs", 1, LONGEST_COMMAND).orElse(USUAL_COMMAND);
        long ttl = fields.number("ttlMs", 1, LONGEST_TTL).orElse(USUAL_TTL);
        return new WatchLine(
                agent,
                new WatchKey(fields.text("watchKey").orElse("")),
                Duration.ofMillis(command),
                Duration.ofMillis(ttl),
                fields.flag("command"));
    }
}
