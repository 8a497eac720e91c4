package io.lockkeeper.host.session;

import io.lockkeeper.host.state.HostState;
import io.lockkeeper.host.state.KeptRequest;
import java.util.Map;

/** What is noted of one session for the host agent after this one. */
record SessionNotes(HostState state, long session) {

    /** On any thread. */
    void asks(long id, String acquirer, Map<String, Object> line) {
        state.asks(session, KeptRequest.asked(id, acquirer, line, System.currentTimeMillis()));
    }

    void granted(long id, long token) {
        state.granted(session, id, System.currentTimeMillis(), token);
    }

    void ending(long id) {
        state.ending(session, id);
    }

    void over(long id) {
        state.over(session, id);
    }

    void over() {
        state.over(session);
    }
}
