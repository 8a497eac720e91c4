package io.lockkeeper.host.state;

import io.lockkeeper.host.line.JsonLine;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A session, by which its process is known again.
 *
 * @param hello what the process said of itself
 * @param user of the process
 * @param process what distinguishes it from all others; empty if nothing does
 * @param keyHash of the key that it has to name
 */
public record KeptSession(long number, Map<String, Object> hello, String user, String process, String keyHash) {

    JsonLine noted() {
        return new JsonLine()
                .with("session", number)
                .with("hello", hello)
                .with("user", user)
                .with("process", process)
                .with("key", keyHash);
    }

    /** With its requests, as a file has them. */
    static final class Open {
        private final KeptSession session;
        private final Map<Long, KeptRequest> requests = new LinkedHashMap<>();
        private boolean ending;

        Open(KeptSession session) {
            this.session = session;
        }

        KeptSession session() {
            return session;
        }

        Map<Long, KeptRequest> requests() {
            return requests;
        }

        /** Whether nothing is left of it; else it is over later. */
        boolean end() {
            ending = true;
            return requests.isEmpty();
        }

        boolean isOver() {
            return ending && requests.isEmpty();
        }
    }

    /** One that was left behind, with its requests. */
    public record Left(KeptSession session, List<KeptRequest> requests) {
        Left(KeptSession session, Collection<KeptRequest> requests) {
            this(session, List.copyOf(requests));
        }
    }
}
