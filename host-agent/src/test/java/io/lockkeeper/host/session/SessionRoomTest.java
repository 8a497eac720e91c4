package io.lockkeeper.host.session;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.host.line.HostLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SessionRoomTest {

    private static final HostLimits LIMITS = new HostLimits(
            12, 8, 20, 12, 8, 4, 2, Duration.ofSeconds(5), new HostLimits.Lines(8 << 10, 16 << 10, 64 << 10, 8 << 10));

    private final HostSessions sessions = new HostSessions();

    @Test
    void aProcessHasNoMoreByMoreConnections() {
        sessions.room("ann", "1").countWaits(4);
        requireRefused(sessions.room("ann", "1"), "4 waits of a process");
        requireServed(sessions.room("ann", "2"));
    }

    @Test
    void aUserLeavesHalfOfAllToOthers() {
        sessions.room("ann", "1").countWaits(3);
        sessions.room("ann", "2").countWaits(3);
        requireRefused(sessions.room("ann", "3"), "6 waits of a user");
        requireServed(sessions.room("bob", "4"));
        sessions.room("bob", "4").countLeases(7);
        sessions.room("bob", "5").countLeases(3);
        requireRefused(sessions.room("bob", "6"), "10 leases of a user");
        requireServed(sessions.room("eve", "7"));
    }

    @Test
    void aShareGoesWithItsLastSession() {
        sessions.room("ann", "1").countWaits(4);
        sessions.room("ann", "1");
        sessions.left("ann", "1");
        requireRefused(sessions.room("ann", "1"), "4 waits of a process");
        sessions.left("ann", "1");
        sessions.left("ann", "1");
        requireServed(sessions.room("ann", "1"));
    }

    private static void requireRefused(SessionRoom room, String why) {
        assertThatThrownBy(() -> room.require(0, LIMITS)).hasMessageContaining(why);
    }

    private static void requireServed(SessionRoom room) {
        assertThatCode(() -> room.require(0, LIMITS)).doesNotThrowAnyException();
    }
}
