package io.lockkeeper.console.people.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.people.security.Client.Entry;
import io.lockkeeper.console.people.security.LoginThrottle.Admitted;
import io.lockkeeper.console.people.security.LoginThrottle.Paused;
import io.lockkeeper.console.people.security.LoginThrottle.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {

    private static final String OLGA = "olga";
    private final AtomicLong now = new AtomicLong(-7_000_000_000L);
    private final LoginThrottle throttle = new LoginThrottle(now::get);

    @Test
    void theFirstFailuresCostNothingAndThenEachPauseIsTwiceAsLongUpToAMinute() {
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            assertThat(throttle.admit(OLGA, from("192.0.2.1"))).isInstanceOf(Admitted.class);
            long pause = pauseOf(OLGA, from("192.0.2.1"));
            pauses.add(pause);
            pass(Duration.ofSeconds(pause));
        }
        assertThat(pauses).containsExactly(0L, 0L, 0L, 0L, 0L, 1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
    }

    @Test
    void triesWithinAPauseNeitherLengthenItNorCount() {
        failTimes(6, OLGA, "192.0.2.1");
        IntStream.range(0, 1_000).forEach(i -> throttle.admit(OLGA, from("192.0.2.1")));
        assertThat(pauseOf(OLGA, from("192.0.2.1"))).isEqualTo(1);
        pass(Duration.ofSeconds(1));
        assertThat(throttle.admit(OLGA, from("192.0.2.1"))).isInstanceOf(Admitted.class);
    }

    @Test
    void manyAtOnceAreAsManyInARow() {
        assertThat(IntStream.range(0, 100)
                        .mapToObj(i -> throttle.admit(OLGA, from("192.0.2.1")))
                        .filter(Admitted.class::isInstance))
                .hasSize(6);
    }

    @Test
    void aSuccessEndsTheRow() {
        failTimes(5, OLGA, "192.0.2.1");
        throttle.succeeded(admitted(OLGA, from("192.0.2.1")));
        failTimes(5, OLGA, "192.0.2.1");
        assertThat(pauseOf(OLGA, from("192.0.2.1"))).isZero();
    }

    @Test
    void whatNobodyCouldCompareDoesNotCount() {
        IntStream.range(0, 100).forEach(i -> throttle.abandoned(admitted(OLGA, from("192.0.2.1"))));
        assertThat(pauseOf(OLGA, from("192.0.2.1"))).isZero();
    }

    @Test
    void anAddressThatTriesManyAccountsIsPausedForAllOfThem() {
        IntStream.range(0, 21).forEach(i -> throttle.admit("user" + i, from("192.0.2.1")));
        assertThat(pauseOf("one-more", from("192.0.2.1"))).isPositive();
        assertThat(pauseOf("one-more", from("192.0.2.2"))).isZero();
    }

    @Test
    void anIpv6NetworkIsOneAddress() {
        IntStream.range(0, 21).forEach(i -> throttle.admit("user" + i, from("2001:db8::" + i)));
        assertThat(pauseOf("one-more", from("2001:db8::ffff"))).isPositive();
        assertThat(pauseOf("one-more", from("2001:db8:0:1::1"))).isZero();
    }

    @Test
    void anAccountThatIsTriedFromManyAddressesIsPausedForThoseButNotForItsOwnersBrowser() {
        IntStream.range(0, 40).forEach(i -> throttle.admit(OLGA, from("198.51.100." + i)));
        assertThat(pauseOf(OLGA, from("203.0.113.1"))).isBetween(1L, 30L);
        assertThat(pauseOf(OLGA, ownersBrowser("203.0.113.1"))).isZero();
        assertThat(pauseOf("otto", from("203.0.113.1"))).isZero();
    }

    @Test
    void theOwnersBrowserIsNotSlowedByOthersBehindTheSameAddressButByItsOwnFailures() {
        failTimes(20, OLGA, "192.0.2.1");
        assertThat(pauseOf(OLGA, ownersBrowser("192.0.2.1"))).isZero();
        IntStream.range(0, 6).forEach(i -> throttle.admit(OLGA, ownersBrowser("192.0.2.1")));
        assertThat(pauseOf(OLGA, ownersBrowser("192.0.2.1"))).isEqualTo(1);
    }

    @Test
    void afterAQuarterOfAnHourWithoutAFailureTheRowIsForgotten() {
        failTimes(6, OLGA, "192.0.2.1");
        pass(Duration.ofMinutes(16));
        failTimes(5, OLGA, "192.0.2.1");
        assertThat(pauseOf(OLGA, from("192.0.2.1"))).isZero();
    }

    @Test
    void itRemembersABoundedNumberOfKeys() {
        LoginDelays pauses = new LoginDelays(new PauseRule(5, Duration.ofSeconds(1), Duration.ofMinutes(1)));
        IntStream.range(0, 50_000).forEach(i -> pauses.count("key" + i, 0));
        assertThat(pauses.size()).isEqualTo(10_000);
    }

    private void failTimes(int times, String account, String address) {
        IntStream.range(0, times).forEach(i -> throttle.admit(account, from(address)));
    }

    private Admitted admitted(String account, Client client) {
        return (Admitted) throttle.admit(account, client);
    }

    /** Seconds until the next try would be admitted, without trying where it would be. */
    private long pauseOf(String account, Client client) {
        Verdict verdict = throttle.admit(account, client);
        if (verdict instanceof Admitted admitted) {
            throttle.abandoned(admitted);
            return 0;
        }
        return ((Paused) verdict).left().toSeconds();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private static Client from(String address) {
        return new Client(address, Entry.PAGE, Optional.empty());
    }

    private static Client ownersBrowser(String address) {
        return new Client(address, Entry.PAGE, Optional.of("browser-1"));
    }
}
