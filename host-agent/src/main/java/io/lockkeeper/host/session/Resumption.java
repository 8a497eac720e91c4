package io.lockkeeper.host.session;

import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.RequestRefusedException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a process says of the session that it goes on with.
 *
 * @param session its number; zero for none
 * @param leases in which it believes, or that it has begun to release
 * @param waits the ids of its requests that are not answered
 */
public record Resumption(long session, SessionKey key, Set<String> leases, Set<Long> waits) {

    private static final Pattern NAME = Pattern.compile("k[0-9]{1,18}");

    public static Resumption in(Fields line) throws RequestRefusedException {
        Set<String> leases = new LinkedHashSet<>();
        Set<Long> waits = new LinkedHashSet<>();
        for (Object each : line.list("leases")) {
            if (!(each instanceof String lease)) {
                throw RequestRefusedException.because("field", "\"leases\" holds something else than texts.");
            }
            leases.add(lease);
        }
        for (Object each : line.list("waits")) {
            if (!(each instanceof Long wait)) {
                throw RequestRefusedException.because("field", "\"waits\" holds something else than whole numbers.");
            }
            waits.add(wait);
        }
        String name = line.text("session").orElse("");
        return new Resumption(
                NAME.matcher(name).matches() ? Long.parseLong(name.substring(1)) : 0,
                SessionKey.of(line.text("key").orElse("")),
                leases,
                waits);
    }
}
