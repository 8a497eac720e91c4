package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.PeerConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that break the protocol or a limit are cut off, and a good one beside them notices nothing. */
@Execution(ExecutionMode.CONCURRENT)
class HostilePeersIT {

    private static final HostLimits SMALL = new HostLimits(
            12, 8, 20, 20, 5, 4, 2, Duration.ofSeconds(5), new HostLimits.Lines(8 << 10, 16 << 10, 64 << 10, 8 << 10));

    /** Any number of connections may come, and each has long to say hello. */
    private static final HostLimits PATIENT = new HostLimits(
            4_096,
            4_096,
            6,
            6,
            4,
            4,
            2,
            Duration.ofMinutes(5),
            new HostLimits.Lines(8 << 10, 16 << 10, 64 << 10, 8 << 10));

    private final TestHost host;
    private final TestPeer good;

    HostilePeersIT() throws Exception {
        host = new TestHost(SMALL);
        good = TestPeer.of(host.socket(), "good");
    }

    @AfterEach
    void theGoodPeerIsServed() throws Exception {
        assertThat(good.release(good.lease("good"))).isTrue();
        good.ask(JsonLine.of("bye", true));
        host.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1",
                "{\"id\":2,\"hello\":1}",
                "{\"id\":1,\"id\":1,\"hello\":1}",
                "{\"hello\":1,\"service\":\"x\"}",
                "{\"id\":1,\"acquire\":\"a\"}",
                "{\"id\":1,\"hello\":2,\"service\":\"x\"}",
                "{\"id\":1,\"hello\":1,\"service\":\"\"}",
                "{\"id\":1,\"hello\":1,\"service\":\"x\",\"store\":\"another\"}",
                "{\"id\":1,\"hello\":1,\"service\":\"x\",\"boot\":\"another\"}",
                "\0\0\0"
            })
    void aFirstLineThatIsNoHelloForThisHostAgentIsRefused(String line) throws Exception {
        try (TestPeer bad = new TestPeer(host.socket())) {
            bad.raw(line + "\n");
            assertThat(TestPeer.object(bad.await(it -> it.containsKey("error")), "error"))
                    .containsKeys("code", "text");
            bad.awaitEnd();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sessions", "status"})
    void ofQuestionsThatCostMuchAPeerHasOneAtATime(String question) throws Exception {
        try (TestPeer bad = TestPeer.of(host.socket(), "bad")) {
            bad.raw("{\"id\":2,\"%1$s\":true}\n{\"id\":3,\"%1$s\":true}\n".formatted(question));
            assertThat(TestPeer.object(bad.answer(3), "error")).containsEntry("code", "limit");
            assertThat(bad.answer(2)).containsKey(question);
            bad.raw("{\"id\":4,\"%s\":true}\n".formatted(question));
            assertThat(bad.answer(4)).containsKey(question);
        }
    }

    @Test
    void whatIsNoUtf8AndWhatIsTooLongEndsTheConnection() throws Exception {
        try (TestPeer bad = TestPeer.of(host.socket(), "bad");
                TestPeer longLine = TestPeer.of(host.socket(), "long")) {
            bad.raw(new byte[] {'{', '"', (byte) 0xff, '"', '\n'});
            assertThat(bad.event("error")).containsEntry("code", "malformed");
            bad.awaitEnd();
            longLine.raw("{\"id\":2,\"x\":\"" + "x".repeat(8_000));
            longLine.raw("x".repeat(200));
            assertThat(longLine.event("error")).containsEntry("code", "malformed");
            longLine.awaitEnd();
        }
    }

    @Test
    void aLineAsLongAsAllowedIsServed() throws Exception {
        try (TestPeer peer = TestPeer.of(host.socket(), "long")) {
            for (int i = 0; i < 3; i++) {
                assertThat(peer.ask(JsonLine.of("beat", true).with("x", "x".repeat(8_100))))
                        .containsKey("left");
            }
        }
    }

    /** The small limits let two lines grow from 4 to 8 KB. */
    @Test
    void linesThatDoNotEndAreBoundedTogether() throws Exception {
        String half = "{\"id\":2,\"beat\":true,\"x\":\"" + "x".repeat(5_000);
        try (TestPeer one = TestPeer.of(host.socket(), "one");
                TestPeer two = TestPeer.of(host.socket(), "two");
                TestPeer three = TestPeer.of(host.socket(), "three")) {
            one.raw(half);
            two.raw(half);
            awaitReading();
            three.raw(half);
            assertThat(three.event("error").get("text")).asString().contains("longer than 8192 bytes together");
            three.awaitEnd();
            one.raw("\"}\n");
            one.await(line -> line.containsKey("left"));
        }
    }

    /** What was written before is read in the round of the first beat at the latest, and so before the second is answered. */
    private void awaitReading() throws Exception {
        good.ask(JsonLine.of("beat", true));
        good.ask(JsonLine.of("beat", true));
    }

    @Test
    void aConnectionWithoutAHelloEnds() throws Exception {
        try (TestPeer silent = new TestPeer(host.socket())) {
            silent.awaitEnd();
        }
    }

    @Test
    void aLineThatDripsIsCutOff() throws Exception {
        try (RawPeer drip = new RawPeer(host.socket())) {
            drip.write("{\"id\":1,\"hello\":1,\"service\":\"drip\"}\n{");
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> isCutOff(drip));
        }
    }

    private static boolean isCutOff(RawPeer drip) {
        try {
            drip.write(" ");
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void aPeerThatDoesNotReadIsCutOffAndCostsNoOtherPeer() throws Exception {
        try (RawPeer deaf = new RawPeer(host.socket())) {
            deaf.write("{\"id\":1,\"hello\":1,\"service\":\"deaf\"}\n");
            assertThatThrownBy(() -> {
                        for (int id = 2; id < 2_000_000; id++) {
                            deaf.write("{\"id\":" + id + ",\"sessions\":true}\n");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aFloodOfLinesLeavesTheOthersTheirTurn() throws Exception {
        try (RawPeer flood = new RawPeer(host.socket())) {
            flood.write("{\"id\":1,\"hello\":1,\"service\":\"flood\"}\n");
            Thread.ofVirtual().start(flood::readAll);
            Thread.ofVirtual().start(() -> flood.flood(2, "\"beat\":true"));
            for (int i = 0; i < 20; i++) {
                long before = System.nanoTime();
                good.ask(JsonLine.of("beat", true));
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
            }
        }
    }

    @Test
    void eachLimitIsAnErrorThatSaysSo() throws Exception {
        String held = good.lease("held");
        try (TestPeer peer = TestPeer.of(host.socket(), "many")) {
            peer.send(JsonLine.of("acquire", "held"));
            peer.send(JsonLine.of("acquire", "held"));
            assertThat(error(peer, "held")).contains("2 waits of a session for one lock");
            peer.acquire("a");
            peer.acquire("b");
            assertThat(error(peer, "c")).contains("5 leases of a process");
        }
        assertThat(good.release(held)).isTrue();
    }

    @Test
    void connectionsOfOneUserAreBounded() throws Exception {
        List<TestPeer> peers = new ArrayList<>();
        for (int i = 0; i < SMALL.connectionsOfUser() - 1; i++) {
            peers.add(TestPeer.of(host.socket(), "many"));
        }
        try (TestPeer over = new TestPeer(host.socket())) {
            assertThat(over.event("error")).containsEntry("code", "limit");
            over.awaitEnd();
        }
        peers.forEach(TestPeer::close);
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            try (TestPeer again = new TestPeer(host.socket())) {
                assertThat(again.ask(TestPeer.hello("again"))).containsKey("session");
            }
        });
    }

    /** Each had a while to say hello, for which it was kept. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{\"id\":1,\"hello\":1,\"service\":\"gone\"}\n", "{\"id\":1,\"hello\":2}\n"})
    void connectionsThatCameAndWentCostNoMemory(String said) throws Exception {
        try (TestHost patient = new TestHost(PATIENT)) {
            for (int i = 0; i < 1_000; i++) {
                try (RawPeer peer = new RawPeer(patient.socket())) {
                    peer.write(said);
                } catch (IOException e) {
                    // refused, or cut off while it wrote
                }
            }
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(LiveObjects.of(PeerConnection.class)).isLessThan(200));
        }
    }

    @Test
    void garbageOfEveryKindHarmsNoOther() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            byte[] garbage = new byte[random.nextInt(400)];
            random.nextBytes(garbage);
            try (RawPeer peer = new RawPeer(host.socket())) {
                peer.write(i % 2 == 0 ? "" : "{\"id\":1,\"hello\":1,\"service\":\"g\"}\n");
                peer.write(new String(garbage, StandardCharsets.ISO_8859_1) + "\n");
            } catch (IOException e) {
                // cut off while it wrote
            }
        }
    }

    private static String error(TestPeer peer, String lock) throws Exception {
        Map<String, Object> error = TestPeer.object(peer.ask(JsonLine.of("acquire", lock)), "error");
        assertThat(error).containsEntry("code", "limit");
        return String.valueOf(error.get("text"));
    }
}
