package io.lockkeeper.console.people.security;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Slows down password guessing without locking an account's owner out. A try counts for its account together with its address, for its
 * address, and for its account from anywhere; each has a pause of its own that grows with every failure in a row. A browser in which the
 * account's owner has logged in before counts by itself: failures elsewhere do not slow it down. Tries within a pause are refused without
 * checking the password, and neither lengthen the pause nor count.
 *
 * <p>See docs/maintainers/decided-and-why.md#pages-and-people. Thread-safe.
 */
@Component
final class LoginThrottle {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final PauseRule PAIR = new PauseRule(5, SECOND, Duration.ofMinutes(1));
    private static final PauseRule ADDRESS = new PauseRule(20, SECOND, Duration.ofMinutes(1));
    private static final PauseRule ACCOUNT = new PauseRule(20, SECOND, Duration.ofSeconds(30));

    private final Lock lock = new ReentrantLock();
    private final LoginDelays pairs = new LoginDelays(PAIR);
    private final LoginDelays devices = new LoginDelays(PAIR);
    private final LoginDelays addresses = new LoginDelays(ADDRESS);
    private final LoginDelays accounts = new LoginDelays(ACCOUNT);
    private final LoginDelays tokens = new LoginDelays(ADDRESS);
    private final LongSupplier ticker;

    @Autowired
    LoginThrottle() {
        this(System::nanoTime);
    }

    LoginThrottle(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /**
     * Admits a try, or says how long to wait.
     *
     * @param account the name that was typed
     * @param client where it came from
     */
    Verdict admit(String account, Client client) {
        List<Count> counts = counts(account, client);
        return locked(() -> {
            long now = ticker.getAsLong();
            Duration left = counts.stream()
                    .map(count -> count.pauses.left(count.key, now))
                    .max(Duration::compareTo)
                    .orElse(Duration.ZERO);
            if (left.isPositive()) {
                return new Paused(left);
            }
            counts.forEach(count -> count.pauses.count(count.key, now));
            return new Admitted(counts);
        });
    }

    /** The attempt succeeded: the account is no longer slowed down from there; others' failures still count. */
    void succeeded(Admitted admitted) {
        end(admitted, true);
    }

    /** The attempt neither succeeded nor failed: the password could not be compared. */
    void abandoned(Admitted admitted) {
        end(admitted, false);
    }

    /**
     * How long programs on this network have to wait before a token that was not valid before is checked. Tokens are too long
     * to be guessed and arrive many at once, so none counts until it is known to be wrong.
     */
    Duration tokenPause(Client client) {
        return locked(() -> tokens.left(client.network(), ticker.getAsLong()));
    }

    void wrongToken(Client client) {
        locked(() -> {
            tokens.count(client.network(), ticker.getAsLong());
            return client;
        });
    }

    private void end(Admitted admitted, boolean succeeded) {
        locked(() -> {
            long now = ticker.getAsLong();
            admitted.counts.forEach(count -> count.end(now, succeeded));
            return admitted;
        });
    }

    private List<Count> counts(String account, Client client) {
        if (client.device().isPresent()) {
            return List.of(new Count(devices, client.device().get(), true));
        }
        return List.of(
                new Count(pairs, account + "\n" + client.network(), true),
                new Count(addresses, client.network(), false),
                new Count(accounts, account, false));
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    sealed interface Verdict {}

    /** The password may be compared; the throttle is to be informed if it was right. A failure need not be reported. */
    record Admitted(List<Count> counts) implements Verdict {}

    /** The attempt is refused, and so are others until then. */
    record Paused(Duration left) implements Verdict {}

    private record Count(LoginDelays pauses, String key, boolean ownersAlone) {

        void end(long now, boolean succeeded) {
            if (succeeded && ownersAlone) {
                pauses.forget(key);
            } else {
                pauses.takeBack(key, now);
            }
        }
    }
}
