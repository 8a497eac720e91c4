package io.lockkeeper.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import io.lockkeeper.agent.time.Machine;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/** What the agent's own code takes from {@link Machine} alone, so that a simulation can run it. */
final class MachineRules {

    private static final List<Class<?>> CHANCE_AND_POOLS = List.of(
            ThreadLocalRandom.class, Random.class, SecureRandom.class, UUID.class, Executors.class, ForkJoinPool.class);

    private static final Set<String> OF_SYSTEM = Set.of("nanoTime", "currentTimeMillis");
    private static final Set<String> OF_THREAD =
            Set.of("<init>", "ofPlatform", "ofVirtual", "startVirtualThread", "sleep", "join");
    private static final Set<String> OF_CONDITION = Set.of("awaitNanos", "awaitUntil");
    private static final Set<String> OF_FUTURE =
            Set.of("orTimeout", "completeOnTimeout", "delayedExecutor", "supplyAsync", "runAsync");

    private MachineRules() {}

    /**
     * Not of what asks the driver before there is an agent, and not of the packages that stand on the public API: they run in their callers'
     * threads, as a caller's own code does.
     */
    static ArchRule theyComeFromTheMachine() {
        return noClasses()
                .that()
                .resideInAnyPackage(
                        "io.lockkeeper.agent",
                        "..agent.batching",
                        "..agent.clocks",
                        "..agent.presence",
                        "..agent.store",
                        "..agent.time")
                .and()
                .doNotHaveFullyQualifiedName("io.lockkeeper.agent.time.JvmMachine")
                .and(DescribedPredicate.not(belongTo("ShutdownHook")))
                .should()
                .accessTargetWhere(bypassesTheMachine())
                .because("a simulation runs the agent on a machine of its own");
    }

    private static DescribedPredicate<JavaClass> belongTo(String... names) {
        return DescribedPredicate.describe(
                "belong to " + List.of(names),
                type -> List.of(names).stream()
                        .anyMatch(name -> type.getName().startsWith("io.lockkeeper.agent." + name)));
    }

    private static DescribedPredicate<JavaAccess<?>> bypassesTheMachine() {
        return DescribedPredicate.describe("bypasses the machine", MachineRules::bypasses);
    }

    private static boolean bypasses(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        String name = access.getTarget().getName();
        return CHANCE_AND_POOLS.stream().anyMatch(owner::isEquivalentTo)
                || (owner.isEquivalentTo(System.class) && OF_SYSTEM.contains(name))
                || (owner.isAssignableTo(Thread.class) && OF_THREAD.contains(name))
                || (owner.isEquivalentTo(LockSupport.class) && name.startsWith("park"))
                || (owner.isAssignableTo(Condition.class) && OF_CONDITION.contains(name))
                || (owner.isAssignableTo(CompletableFuture.class) && OF_FUTURE.contains(name))
                || (waits(owner) && takesATime(access));
    }

    private static boolean waits(JavaClass owner) {
        return owner.isAssignableTo(Condition.class)
                || owner.isAssignableTo(Future.class)
                || owner.isAssignableTo(CountDownLatch.class)
                || owner.getPackageName().equals("java.util.concurrent.locks");
    }

    /** {@code await}, {@code get}, {@code tryLock} with the time that they take. */
    private static boolean takesATime(JavaAccess<?> access) {
        return access.getTarget().getFullName().contains(TimeUnit.class.getName());
    }
}
