package io.lockkeeper.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OneTimeLoginsTest {

    private final AtomicLong now = new AtomicLong();
    private final OneTimeLogins logins = new OneTimeLogins(now::get);

    @Test
    void aWordOpensTheDoorOnce() {
        String word = logins.make();
        assertThat(logins.use(word)).isTrue();
        assertThat(logins.use(word)).isFalse();
    }

    @Test
    void aWordIsWorthlessAfterAMinute() {
        String word = logins.make();
        now.addAndGet(OneTimeLogins.GOOD_FOR.toNanos() + 1);
        assertThat(logins.use(word)).isFalse();
    }

    @Test
    void noOtherWordOpensTheDoor() {
        String word = logins.make();
        assertThat(logins.use("")).isFalse();
        assertThat(logins.use(word + "x")).isFalse();
        assertThat(logins.make()).isNotEqualTo(word).hasSizeGreaterThan(40);
    }
}
