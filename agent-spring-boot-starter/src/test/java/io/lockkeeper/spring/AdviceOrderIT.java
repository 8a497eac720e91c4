package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.spring.boot.AgentClient;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** What the guide says of locked methods that are cached or retried, and of services with two clients. */
@Timeout(60)
class AdviceOrderIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void theLockComesBeforeTheCacheUnlessTheCacheIsToldToComeFirst() {
        Contexts.on(database).withUserConfiguration(LockFirst.class).run(context -> {
            Prices prices = context.getBean(Prices.class);
            assertThat(prices.price()).isEqualTo(prices.price());
            try (LockAgent other = other();
                    Lease held = other.acquire("price")) {
                assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(prices::price);
                assertThat(held.isHeld()).isTrue();
            }
        });
        Contexts.on(database).withUserConfiguration(CacheFirst.class).run(context -> {
            Prices prices = context.getBean(Prices.class);
            long price = prices.price();
            try (LockAgent other = other();
                    Lease held = other.acquire("price")) {
                assertThat(prices.price()).isEqualTo(price);
                assertThat(held.isHeld()).isTrue();
            }
        });
    }

    @Test
    void eachAttemptOfARetriedMethodAcquiresTheLockAnew() {
        Contexts.on(database).withUserConfiguration(LockFirst.class).run(context -> {
            Prices prices = context.getBean(Prices.class);
            assertThat(prices.retried()).hasSize(2).doesNotHaveDuplicates();
        });
    }

    @Test
    void ofTwoClientsTheOneThatTheServiceNamesIsTheAgents() {
        MongoClient one = MongoServer.shared().client();
        try (MongoClient two = MongoClients.create(MongoServer.shared().uri())) {
            Contexts.nowhere()
                    .withBean("orders", MongoClient.class, () -> one, bean -> bean.setDestroyMethodName(""))
                    .withBean("archive", MongoClient.class, () -> two, bean -> bean.setDestroyMethodName(""))
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .isInstanceOf(NoUniqueBeanDefinitionException.class));
            Contexts.nowhere()
                    .withBean("orders", MongoClient.class, () -> one, bean -> bean.setDestroyMethodName(""))
                    .withBean("archive", MongoClient.class, () -> two, bean -> bean.setDestroyMethodName(""))
                    .withBean(AgentClient.class, () -> new AgentClient(two, database.getName(), false))
                    .run(context -> {
                        try (Lease lease = context.getBean(LockAgent.class).acquire("report")) {
                            assertThat(lease.isHeld()).isTrue();
                        }
                        assertThat(context.getBean(AgentClient.class).client()).isSameAs(two);
                    });
        }
    }

    private LockAgent other() {
        return LockAgent.connect(MongoServer.shared().client(), database.getName(), AgentOptions.forService("other"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @EnableResilientMethods
    static class LockFirst {
        @Bean
        CacheManager caches() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        Prices prices() {
            return new Prices();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching(order = LockedAdvisor.ORDER - 1)
    static class CacheFirst {
        @Bean
        CacheManager caches() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        Prices prices() {
            return new Prices();
        }
    }

    static class Prices {
        private final List<Long> tokens = new ArrayList<>();

        @Locked(value = "price", longestWait = "0s")
        @Cacheable("prices")
        public long price() {
            return CurrentLease.get().token();
        }

        @Locked("retried")
        @Retryable(maxRetries = 1, delay = 1)
        public List<Long> retried() {
            tokens.add(CurrentLease.get().token());
            if (tokens.size() == 1) {
                throw new IllegalStateException("the first attempt fails");
            }
            return List.copyOf(tokens);
        }
    }
}
