package io.lockkeeper.examples.other;

import com.mongodb.reactivestreams.client.MongoClients;
import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.mongo.reactivestreams.ReactiveStreamsMongoLockProvider;
import org.jspecify.annotations.Nullable;

/** ShedLock's provider for the reactive driver. */
final class DrivenShedLockReactive implements Driven {

    private static final Duration MOST = Duration.ofSeconds(5);

    private final ReactiveStreamsMongoLockProvider provider =
            new ReactiveStreamsMongoLockProvider(MongoClients.create(Shop.uri()).getDatabase(Shop.DATABASE));

    private @Nullable SimpleLock held;

    @Override
    public String perform(String command) {
        return switch (command) {
            case "acquire" -> {
                held = provider.lock(new LockConfiguration(Instant.now(), "report", MOST, Duration.ZERO))
                        .orElse(null);
                yield Boolean.toString(held != null);
            }
            case "renew" -> {
                held = held().extend(MOST, Duration.ZERO).orElse(null);
                yield Boolean.toString(held != null);
            }
            case "release" -> {
                held().unlock();
                yield "done";
            }
            default -> throw Driven.unknown(command);
        };
    }

    private SimpleLock held() {
        if (held == null) {
            throw new IllegalStateException("It holds nothing");
        }
        return held;
    }
}
