package io.lockkeeper.spring.boot;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.spring.UnlockedMethods;
import io.lockkeeper.test.MongoServer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Services that have a MongoDB and the starter. */
public final class Contexts {

    private static final String NOWHERE = "mongodb://127.0.0.1:1/app?replicaSet=rs0&serverSelectionTimeoutMS=200";

    private Contexts() {}

    /** With the server of the tests. */
    public static ApplicationContextRunner on(MongoDatabase database) {
        return runner().withPropertyValues("spring.mongodb.uri=" + uri(database));
    }

    /** Without any server. */
    public static ApplicationContextRunner nowhere() {
        return runner().withPropertyValues("spring.mongodb.uri=" + NOWHERE);
    }

    /** Without any server, and without a word of which database. */
    public static ApplicationContextRunner unnamed() {
        return runner().withPropertyValues("spring.mongodb.uri=" + NOWHERE.replace("/app", "/"));
    }

    public static String uri(MongoDatabase database) {
        return MongoServer.shared().uri().replaceFirst("/[^/?]*(\\?|$)", "/" + database.getName() + "$1");
    }

    /** Without a word of MongoDB. */
    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withInitializer(new UnlockedMethods())
                .withPropertyValues("spring.application.name=orders")
                .withConfiguration(AutoConfigurations.of(
                        MongoAutoConfiguration.class,
                        LockObservationAutoConfiguration.class,
                        LockkeeperAutoConfiguration.class,
                        LockedAutoConfiguration.class,
                        ReactiveLocksAutoConfiguration.class));
    }
}
