package io.lockkeeper.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** Spring Integration's words for leadership, and a registry under Spring Integration's own way to lead. */
@Timeout(60)
class LeaderInitiatorIT {

    @RegisterExtension
    private final TestContext context = new TestContext();

    private final LockAgent one = context.agent("one");
    private final LockAgent two = context.agent("two");
    private final List<Object> told = new CopyOnWriteArrayList<>();

    @Test
    void aTermIsGrantedAndRevokedOnceAndInOrder() {
        LockkeeperLeaderInitiator leader = initiator(one, new Told("a"));
        assertThat(leader.getContext().isLeader()).isFalse();
        leader.start();
        leader.start();
        await().untilAsserted(() -> assertThat(told).containsExactly("a granted", "event granted"));
        assertThat(leader.getContext().isLeader()).isTrue();
        assertThat(leader.getContext().getRole()).isEqualTo("scheduler");
        assertThat(leader.getContext().lease().orElseThrow().token()).isPositive();

        leader.stop();
        leader.stop();
        assertThat(told).containsExactly("a granted", "event granted", "a revoked", "event revoked");
        assertThat(leader.isRunning()).isFalse();
        assertThat(leader.getContext().isLeader()).isFalse();
        await().until(() -> one.heldBy("scheduler").isEmpty());
    }

    @Test
    void whoYieldsStandsAgainBehindTheOthers() {
        LockkeeperLeaderInitiator a = initiator(one, new Told("a"));
        LockkeeperLeaderInitiator b = initiator(two, new Told("b"));
        a.start();
        await().until(() -> a.getContext().isLeader());
        b.start();
        await().until(() -> b.getContext().isLeader() || yielded(a));

        await().until(() -> b.getContext().isLeader());
        b.stop();
        await().until(() -> a.getContext().isLeader());
        assertThat(told.indexOf("a revoked")).isLessThan(told.indexOf("b granted"));
        a.stop();
    }

    @Test
    void aLostTermIsRevokedAndTheCampaignGoesOn() {
        LockkeeperLeaderInitiator leader =
                new LockkeeperLeaderInitiator(one, new Told("a"), as -> as.withTtl(Duration.ofSeconds(1)));
        leader.setApplicationEventPublisher(this::hear);
        leader.start();
        await().until(() -> told.contains("event granted"));
        context.deleteLocks();

        await().untilAsserted(() -> assertThat(told)
                .containsExactly(
                        "a granted", "event granted", "a revoked", "event revoked", "a granted", "event granted"));
        leader.stop();
    }

    @Test
    void aCandidateMayLeadInsideOfItsGrantAndIsInterruptedAtTheEnd() {
        CountDownLatch interrupted = new CountDownLatch(1);
        LockkeeperLeaderInitiator leader = initiator(one, new Told("a") {
            @Override
            public void onGranted(Context granted) throws InterruptedException {
                told.add("a leads");
                try {
                    new CountDownLatch(1).await();
                } finally {
                    interrupted.countDown();
                }
            }
        });
        leader.start();
        await().until(() -> told.contains("a leads"));
        leader.stop();
        await().until(() -> interrupted.getCount() == 0);
        assertThat(told).containsExactly("a leads", "a revoked");
    }

    @Test
    void aCandidateThatFailsDoesNotLead() {
        LockkeeperLeaderInitiator failing = initiator(one, new Told("a") {
            @Override
            public void onGranted(Context granted) {
                throw new IllegalStateException("the candidate's own trouble");
            }
        });
        failing.start();
        await().until(() -> told.contains("a revoked"));
        LockkeeperLeaderInitiator other = initiator(two, new Told("b"));
        other.start();
        await().until(() -> other.getContext().isLeader());
        failing.stop();
        other.stop();
    }

    @Test
    void anApplicationContextStartsAndStopsIt() {
        try (AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext()) {
            application.registerBean(
                    LockkeeperLeaderInitiator.class,
                    () -> new LockkeeperLeaderInitiator(one, new DefaultCandidate("1", "scheduler")));
            application.addApplicationListener(this::hear);
            application.refresh();
            await().until(() -> told.contains("event granted"));
        }
        assertThat(told).containsExactly("event granted", "event revoked");
    }

    @Test
    void springIntegrationsOwnInitiatorLeadsOverARegistry() {
        LockRegistryLeaderInitiator leader = overRegistry(one, "a");
        LockRegistryLeaderInitiator other = overRegistry(two, "b");
        leader.start();
        await().until(() -> leader.getContext().isLeader());
        other.start();
        leader.stop();
        await().until(() -> other.getContext().isLeader());
        leader.start();
        other.stop();
        await().until(() -> leader.getContext().isLeader());
        leader.stop();
    }

    @Test
    void springIntegrationsOwnInitiatorHearsOfALossAndStandsAgain() {
        LockkeeperLockRegistry brief = new LockkeeperLockRegistry(
                one, role -> LockRequest.of((String) role).withTtl(Duration.ofSeconds(1)));
        LockRegistryLeaderInitiator leader = new LockRegistryLeaderInitiator(brief, new Told("a"));
        leader.setHeartBeatMillis(100);
        leader.start();
        await().until(() -> leader.getContext().isLeader());
        context.deleteLocks();

        await().untilAsserted(() -> assertThat(told).startsWith("a granted", "a revoked", "a granted"));
        leader.stop();
    }

    private LockRegistryLeaderInitiator overRegistry(LockAgent agent, String name) {
        LockRegistryLeaderInitiator initiator =
                new LockRegistryLeaderInitiator(new LockkeeperLockRegistry(agent), new Told(name));
        initiator.setHeartBeatMillis(100);
        return initiator;
    }

    private LockkeeperLeaderInitiator initiator(LockAgent agent, Candidate candidate) {
        LockkeeperLeaderInitiator initiator = new LockkeeperLeaderInitiator(agent, candidate);
        initiator.setApplicationEventPublisher((ApplicationEventPublisher) this::hear);
        return initiator;
    }

    private static boolean yielded(LockkeeperLeaderInitiator leader) {
        leader.getContext().yield();
        return false;
    }

    private void hear(Object event) {
        if (event instanceof AbstractLeaderEvent leaderEvent) {
            assertThat(leaderEvent.getRole()).isEqualTo("scheduler");
        }
        switch (event) {
            case OnGrantedEvent granted -> told.add("event granted");
            case OnRevokedEvent revoked -> told.add("event revoked");
            default -> {}
        }
    }

    private class Told implements Candidate {
        private final String id;

        Told(String id) {
            this.id = id;
        }

        @Override
        public String getRole() {
            return "scheduler";
        }

        @Override
        public String getId() {
            return id;
        }

        @Override
        public void onGranted(Context granted) throws InterruptedException {
            told.add(id + " granted");
        }

        @Override
        public void onRevoked(Context granted) {
            told.add(id + " revoked");
        }
    }
}
