package io.lockkeeper.model;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What holds whatever is asked of a lock, seen at one step.
 *
 * @param step what was asked
 * @param stamp of the call that asked
 * @param now when, by the server's clock
 * @param before the lock as it was
 * @param after the lock as the step left it
 * @param rewritten whether a byte of the document is another one
 * @param lastToken the greatest token that was granted before
 */
record LockInvariants(
        LockStep step,
        String stamp,
        Instant now,
        LockDocument before,
        LockDocument after,
        boolean rewritten,
        long lastToken) {

    void check() {
        if (step.isConditional() && !rewritten) {
            return; // not the lock that was seen: it is not even settled
        }
        holdersFitTheCapacity();
        tokensGrowWithEveryGrant();
        noTimeGoesBack();
        nobodyIsOvertaken();
        whoWasTakenOutDoesNotComeBackWhileThatIsTold();
        nobodyWaitsWhoWouldFit();
        nobodyIsGrantedAPausedLock();
        aPauseLastsUntilItsEndOrIsEnded();
        anEvictedLeaseIsNotExtended();
        nothingOutlivesItsExpiry();
        onlyTheOwnersTouchExtends();
        aRefusedTryLeavesEveryByte();
        onlyAnExclusiveLockThatNobodyWaitsForIsKept();
        aBlockOfTokensStaysNearTheClock();
        oneAtMostRecallsAKeptLeaseAndStandsFirst();
        wakeChangesExactlyForThoseWhoMustHear();
    }

    private void holdersFitTheCapacity() {
        assertThat(weightOfHolders()).as("the weight of all holders").isLessThanOrEqualTo(after.capacity());
    }

    private void tokensGrowWithEveryGrant() {
        long last = lastToken;
        for (Holder grant : grants()) {
            assertThat(grant.token()).as("the token of " + grant.acquirer()).isGreaterThan(last);
            last = grant.token();
        }
        if (!grants().isEmpty()) {
            assertThat(after.token()).as("the lock's token").isGreaterThanOrEqualTo(last);
        }
        assertThat(after.holders()).extracting(Holder::token).as("tokens").doesNotHaveDuplicates();
    }

    private void noTimeGoesBack() {
        for (Holder lease : after.holders()) {
            updatedAt(lease.acquirer())
                    .ifPresent(earlier -> assertThat(lease.updatedAt())
                            .as("updatedAt of " + lease.acquirer())
                            .isAfterOrEqualTo(earlier));
        }
        for (Waiter waiter : after.queue()) {
            updatedAt(waiter.acquirer())
                    .ifPresent(earlier -> assertThat(waiter.updatedAt())
                            .as("updatedAt of " + waiter.acquirer())
                            .isAfterOrEqualTo(earlier));
        }
    }

    private void nobodyIsOvertaken() {
        List<String> came = before.queue().stream()
                .filter(waiter -> waiter.expiresAt().isAfter(now) && !recallsNothing(waiter))
                .map(Waiter::acquirer)
                .toList();
        List<String> wait = after.queue().stream().map(Waiter::acquirer).toList();
        List<String> stayed = came.stream().filter(wait::contains).toList();
        assertThat(wait.subList(0, stayed.size())).as("the queue's order").isEqualTo(stayed);
        for (Holder grant : grants()) {
            int place = came.contains(grant.acquirer()) ? came.indexOf(grant.acquirer()) : came.size();
            assertThat(stayed)
                    .as("whom " + grant.acquirer() + " overtook")
                    .noneMatch(waiter -> came.indexOf(waiter) < place);
        }
    }

    private void onlyAnExclusiveLockThatNobodyWaitsForIsKept() {
        grants().stream()
                .filter(lease -> lease.keep() != null)
                .forEach(lease -> assertThat(after.capacity())
                        .as("capacity of a kept lock")
                        .isEqualTo(Request.EXCLUSIVE));
        grants().stream().filter(Holder::isKept).forEach(lease -> {
            assertThat(after.queue()).as("who waits for a kept lock").isEmpty();
            assertThat(step.asking()).as("who asks").contains(lease.acquirer());
        });
        before.holders()
                .forEach(lease -> afterwards(lease)
                        .ifPresent(now -> assertThat(lease.keep() == null
                                        || now.keep() == null
                                        || now.keep().equals(lease.keep()))
                                .as("the keep of " + lease.acquirer() + " is as it was, or is over")
                                .isTrue()));
    }

    private void aBlockOfTokensStaysNearTheClock() {
        for (Holder grant : grants()) {
            int tokens = grant.keep() == null ? 1 : grant.keep().tokens();
            long last = grant.token() + tokens - 1;
            assertThat(last).as("the last token").isLessThanOrEqualTo(after.token());
            if (tokens > 1) {
                assertThat(last)
                        .as("the last token of " + tokens)
                        .isLessThanOrEqualTo(now.plus(Keep.AHEAD).toEpochMilli() * 1000);
            }
        }
    }

    private void oneAtMostRecallsAKeptLeaseAndStandsFirst() {
        for (Waiter waiter : after.queue()) {
            if (waiter.recalls() != null) {
                assertThat(waiter).as("who recalls").isEqualTo(after.queue().getFirst());
                assertThat(after.holders())
                        .as(
                                "what is recalled; who recalls what a paused lock has just released leaves with the next change")
                        .matches(holders -> after.paused() != null
                                || holders.stream()
                                        .anyMatch(lease -> lease.acquirer().equals(waiter.recalls())));
            }
        }
    }

    private void nobodyIsGrantedAPausedLock() {
        if (after.paused() != null) {
            assertThat(grants()).as("grants of a paused lock").isEmpty();
        }
    }

    private void aPauseLastsUntilItsEndOrIsEnded() {
        if (step instanceof LockStep.PauseUntil(Instant until, boolean unused)) {
            assertThat(after.paused() != null)
                    .as("is paused")
                    .isEqualTo(until.isAfter(now) && (unused || before.capacity() > 0));
        } else if (!(step instanceof LockStep.Purge)) {
            boolean ended = step instanceof LockStep.Resume(Pause pause) && pause.equals(before.paused());
            assertThat(after.paused()).as("the pause").isEqualTo(isPaused() && !ended ? before.paused() : null);
        }
    }

    private void nobodyWaitsWhoWouldFit() {
        after.queue().stream()
                .filter(waiter -> after.paused() == null)
                .limit(1)
                .forEach(head -> assertThat(weightOfHolders() + head.weight())
                        .as("the weight with the head of the queue, " + head.acquirer())
                        .isGreaterThan(after.capacity()));
    }

    private void anEvictedLeaseIsNotExtended() {
        before.holders().stream()
                .filter(lease -> lease.evicted() != null)
                .forEach(lease -> afterwards(lease)
                        .ifPresent(now -> assertThat(now).as("an evicted lease").isEqualTo(lease)));
    }

    private void nothingOutlivesItsExpiry() {
        assertThat(after.holders())
                .as("leases beyond their expiry")
                .allMatch(lease -> lease.expiresAt().isAfter(now));
        assertThat(after.queue())
                .as("waiters beyond their expiry")
                .allMatch(waiter -> waiter.expiresAt().isAfter(now));
    }

    private void onlyTheOwnersTouchExtends() {
        before.holders().stream()
                .filter(lease -> lease.lingers() || !step.asking().contains(lease.acquirer()))
                .filter(lease ->
                        !(step instanceof LockStep.Linger) || !step.asking().contains(lease.acquirer()))
                .forEach(lease -> afterwards(lease)
                        .ifPresent(now -> assertThat(now.expiresAt())
                                .as("the expiry of " + lease.acquirer())
                                .isEqualTo(untouched(lease, now))));
        before.queue().stream()
                .filter(not(waiter -> step.asking().contains(waiter.acquirer())))
                .forEach(this::aWaiterGainsAClaimTimeAtMost);
    }

    private void aWaiterGainsAClaimTimeAtMost(Waiter waiter) {
        after.waiter(waiter.acquirer())
                .ifPresent(now -> assertThat(now).as("an untouched waiter").isEqualTo(waiter));
        grants().stream()
                .filter(lease -> lease.acquirer().equals(waiter.acquirer()))
                .forEach(lease -> assertThat(Duration.between(lease.acquiredAt(), lease.expiresAt()))
                        .as("the claim time of " + lease.acquirer())
                        .isLessThanOrEqualTo(Duration.ofSeconds(10)));
    }

    private void aRefusedTryLeavesEveryByte() {
        if (step instanceof LockStep.Asks(List<Ask.Combinable> asks)
                && asks.stream().allMatch(ask -> isRefused(ask))
                && nothingHadExpired()
                && !drops()
                && !recalls()) {
            assertThat(rewritten).as("a refused try wrote").isFalse();
        }
    }

    private boolean isRefused(Ask ask) {
        return ask instanceof Ask.TryEnqueue
                && after.holder(ask.acquirer()).isEmpty()
                && after.waiter(ask.acquirer()).isEmpty()
                && before.waiter(ask.acquirer()).isEmpty();
    }

    private void wakeChangesExactlyForThoseWhoMustHear() {
        boolean granted = grants().stream().anyMatch(lease -> !step.asking().contains(lease.acquirer()));
        boolean mustChange = granted || evicts() || takesOut() || lingers() || drops() || recalls();
        boolean changed = after.wake() != null && !Objects.equals(before.wake(), after.wake());
        assertThat(changed).as("wake changed").isEqualTo(mustChange);
    }

    private boolean takesOut() {
        return step instanceof LockStep.TakeOut(String acquirer)
                && before.waiter(acquirer)
                        .filter(waiter -> waiter.expiresAt().isAfter(now) && !recallsNothing(waiter))
                        .isPresent();
    }

    private void whoWasTakenOutDoesNotComeBackWhileThatIsTold() {
        assertThat(after.takenOut())
                .as("who is taken out, and waits or holds")
                .noneMatch(out -> after.waiter(out.acquirer()).isPresent()
                        || after.holder(out.acquirer()).isPresent());
        if (takesOut()) {
            assertThat(after.takenOut(stepOut())).as("the taken out").isPresent();
        }
    }

    private String stepOut() {
        return step instanceof LockStep.TakeOut(String acquirer) ? acquirer : "";
    }

    /** Somebody comes to wait behind a kept lease. */
    private boolean recalls() {
        boolean pauses = after.paused() != null && after.paused().id().equals(stamp);
        boolean waits = joins()
                && after.queue().stream().anyMatch(waiter -> waiter.stamp().equals(stamp));
        boolean cannotJoin = asked().stream().anyMatch(this::isOfAnotherCapacity);
        return (pauses || waits || cannotJoin) && after.holders().stream().anyMatch(Holder::isKept);
    }

    private boolean isOfAnotherCapacity(Ask ask) {
        return switch (ask) {
            case Ask.Enqueue enqueue -> enqueue.request().capacity() != after.capacity();
            case Ask.TryEnqueue attempt -> attempt.request().capacity() != after.capacity();
            default -> false;
        };
    }

    private boolean joins() {
        return asked().stream().anyMatch(LockInvariants::joins);
    }

    /** What was asked in one change, if that was made. */
    private List<Ask.Combinable> asked() {
        return switch (step) {
            case LockStep.Asks(List<Ask.Combinable> asks) -> asks;
            case LockStep.AsksOfMany(List<Ask.Combinable> asks) -> asks;
            case LockStep.AsksIfLive(List<Ask.Combinable> asks, boolean alone) when releasesLiveLeases(asks) -> asks;
            default -> List.of();
        };
    }

    private boolean releasesLiveLeases(List<Ask.Combinable> asks) {
        return ReleasedLeases.of(asks).stream()
                .allMatch(token -> before.holders().stream()
                        .anyMatch(lease -> lease.token() == token
                                && lease.evicted() == null
                                && lease.expiresAt().isAfter(now)));
    }

    private static boolean joins(Ask ask) {
        return ask instanceof Ask.Enqueue || ask instanceof Ask.TryEnqueue;
    }

    /** The lease that somebody recalled is gone, or kept no more. */
    private boolean drops() {
        return before.queue().stream()
                .filter(waiter -> waiter.expiresAt().isAfter(now))
                .anyMatch(this::recallsNothing);
    }

    private boolean recallsNothing(Waiter waiter) {
        return waiter.recalls() != null
                && before.holders().stream()
                        .filter(lease -> lease.acquirer().equals(waiter.recalls()))
                        .noneMatch(lease -> lease.isKept()
                                && lease.expiresAt().isAfter(now)
                                && !lease.acquirer().equals(endsKeep()));
    }

    private String endsKeep() {
        return step instanceof LockStep.EndKeep(String acquirer) ? acquirer : "";
    }

    private boolean lingers() {
        return step instanceof LockStep.Linger
                && (isPaused()
                        || before.queue().stream()
                                .anyMatch(waiter -> waiter.expiresAt().isAfter(now)));
    }

    private boolean isPaused() {
        return before.paused() != null && before.paused().until().isAfter(now);
    }

    private boolean evicts() {
        return switch (step) {
            case LockStep.Evict asked -> live(asked.seen()).anyMatch(lease -> lease.evicted() == null);
            case LockStep.EvictNow asked -> live(asked.seen()).findAny().isPresent();
            default -> false;
        };
    }

    private Stream<Holder> live(Holder seen) {
        return before.holders().stream()
                .filter(lease -> lease.acquirer().equals(seen.acquirer()) && lease.token() == seen.token())
                .filter(lease -> lease.expiresAt().isAfter(now));
    }

    private Instant untouched(Holder lease, Holder afterwards) {
        boolean marked = lease.evicted() == null && afterwards.evicted() != null;
        Instant quarantine =
                marked && step instanceof LockStep.Evict asked ? now.plus(asked.quarantine()) : Instant.MIN;
        return lease.expiresAt().isAfter(quarantine) ? lease.expiresAt() : quarantine;
    }

    private boolean nothingHadExpired() {
        return before.holders().stream().allMatch(lease -> lease.expiresAt().isAfter(now))
                && before.queue().stream().allMatch(waiter -> waiter.expiresAt().isAfter(now))
                && before.takenOut().stream()
                        .allMatch(out -> out.at().plus(TakenOut.TOLD_FOR).isAfter(now))
                && (before.paused() == null || isPaused());
    }

    /** The leases of this step: those whose token nobody had before. */
    private List<Holder> grants() {
        List<Long> known = before.holders().stream().map(Holder::token).toList();
        return after.holders().stream()
                .filter(not(lease -> known.contains(lease.token())))
                .toList();
    }

    private Optional<Holder> afterwards(Holder lease) {
        return after.holders().stream()
                .filter(other -> other.token() == lease.token())
                .findFirst();
    }

    private Optional<Instant> updatedAt(String acquirer) {
        return before.holder(acquirer)
                .filter(lease -> lease.expiresAt().isAfter(now))
                .map(Holder::updatedAt)
                .or(() -> before.waiter(acquirer)
                        .filter(waiter -> waiter.expiresAt().isAfter(now) && !recallsNothing(waiter))
                        .map(Waiter::updatedAt));
    }

    private long weightOfHolders() {
        return after.holders().stream().mapToLong(Holder::weight).sum();
    }
}
