package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.InvalidLockedMethodException;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A service whose locks are in two clusters, which two databases stand for. */
@Timeout(60)
class SeveralAgentsIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final MongoDatabase abroad = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
        abroad.drop();
    }

    @Test
    void aMethodTakesItsLockWithTheAgentThatItNames() {
        Contexts.on(database)
                .withBean("abroadsName", String.class, abroad::getName)
                .withUserConfiguration(Abroad.class)
                .run(context -> {
                    Stock stock = context.getBean(Stock.class);
                    assertThat(stock.count()).isEqualTo("stock");
                    assertThat(lockNames(database)).containsExactly("stock");
                    assertThat(lockNames(abroad)).isEmpty();
                    assertThat(stock.countAbroad()).isEqualTo("stock-abroad");
                    assertThat(lockNames(database)).containsExactly("stock");
                    assertThat(lockNames(abroad)).containsExactly("stock-abroad");
                });
    }

    @Test
    void anAgentThatDoesNotExistRefusesTheStart() {
        Contexts.on(database)
                .withBean(Stock.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidLockedMethodException.class)
                        .hasMessageContaining("Stock.countAbroad()")
                        .hasMessageContaining(
                                "agent = \"abroad\" is no bean of type LockAgent; the service has [lockAgent]"));
    }

    private static Iterable<String> lockNames(MongoDatabase database) {
        return database.getCollection("locks").distinct("_id", String.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class Abroad {
        @Bean
        Stock stock() {
            return new Stock();
        }

        @Bean(defaultCandidate = false, destroyMethod = "close")
        LockAgent abroad(MongoClient client, String abroadsName) {
            return LockAgent.connectLater(client, abroadsName, AgentOptions.forService("orders"));
        }
    }

    static class Stock {
        @Locked("stock")
        String count() {
            return CurrentLease.get().name();
        }

        @Locked(value = "stock-abroad", agent = "abroad")
        String countAbroad() {
            return CurrentLease.get().name();
        }
    }
}
