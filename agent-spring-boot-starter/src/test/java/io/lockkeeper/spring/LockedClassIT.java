package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The annotation on a class. */
@Timeout(60)
class LockedClassIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void itCoversPublicMethodsThoseInheritedAndNoOthers() {
        Contexts.on(database).withBean(Accounts.class).run(context -> {
            Accounts accounts = context.getBean(Accounts.class);
            assertThat(accounts.pay()).contains("accounts");
            assertThat(accounts.refund()).contains("accounts");
            assertThat(accounts.count()).isEmpty();
            assertThat(accounts.toString()).doesNotContain("accounts");
        });
    }

    @Test
    void aMethodsOwnAnnotationGoesBeforeThatOfItsClass() {
        Contexts.on(database)
                .withBean(Accounts.class)
                .run(context ->
                        assertThat(context.getBean(Accounts.class).close(7)).contains("account-7"));
    }

    @Test
    void aCallOfAnotherMethodOfTheClassPastTheProxyIsRefused() {
        assertThat(RefusedBean.problems(CallsItself.class))
                .contains("CallsItself.pay() is called by payAll() of the same class");
    }

    @Locked("accounts")
    static class Accounts extends OldAccounts {
        public Optional<String> pay() {
            return lock();
        }

        @Locked("account-#{#id}")
        public Optional<String> close(int id) {
            return id < 0 ? Optional.empty() : lock();
        }

        private Optional<String> count() {
            return lock();
        }
    }

    static class OldAccounts {
        public Optional<String> refund() {
            return lock();
        }

        static Optional<String> lock() {
            return CurrentLease.find().map(Lease::name);
        }
    }

    @Locked("accounts")
    static class CallsItself {
        public void payAll() {
            pay();
        }

        public void pay() {}
    }
}
