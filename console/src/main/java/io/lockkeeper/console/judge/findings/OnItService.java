package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.OwnTransactions;
import io.lockkeeper.console.people.logins.AccessLog;
import io.lockkeeper.console.people.security.ActingUser;
import io.lockkeeper.console.people.security.LoginAddress;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/**
 * Lets operators say that they work on a finding, so that others see it. It ends with the finding, or when that operator takes it back;
 * another operator may take it over. Each is on record. Waits for MongoDB.
 */
@Component
public class OnItService {

    private final Dismissals operators;
    private final Sightings sightings;
    private final OwnTransactions transactions;
    private final AccessLog log;
    private final ServerClock clock;

    OnItService(
            Dismissals operators, Sightings sightings, OwnTransactions transactions, AccessLog log, ServerClock clock) {
        this.operators = operators;
        this.sightings = sightings;
        this.transactions = transactions;
        this.log = log;
        this.clock = clock;
    }

    /** The present user, as it is recorded. */
    static String me() {
        return ActingUser.words(present());
    }

    /**
     * The present user works on the findings from now on. If another operator did, as a finding was seen, this one takes over. Of several,
     * all are taken or none.
     *
     * @throws AccessDeniedException if the user is no operator, or a finding is not wholly within the user's scope
     * @throws RefusedException if another user has begun or stopped to work on it since it was seen
     */
    public void take(List<Finding> findings) {
        OnIt mine = new OnIt(me(), clock.now().truncatedTo(ChronoUnit.MILLIS));
        store(findings, mine, "works on the finding");
    }

    /**
     * The present user does not work on them any more.
     *
     * @throws RefusedException if the user works on none of them
     */
    public void giveUp(List<Finding> findings) {
        String me = me();
        List<Finding> mine = findings.stream().filter(it -> it.isOnIt(me)).toList();
        if (mine.isEmpty()) {
            throw new RefusedException("You are not on it. Nothing was changed.");
        }
        store(mine, null, "works on the finding no more");
    }

    private void store(List<Finding> findings, @Nullable OnIt onIt, String what) {
        operators.require(findings);
        transactions.run(() -> findings.forEach(finding -> store(finding, onIt, what)));
        sightings.read();
    }

    private void store(Finding finding, @Nullable OnIt onIt, String what) {
        if (!sightings.storeOnIt(finding, onIt)) {
            throw new RefusedException(
                    "Somebody else has just begun or stopped to work on this finding. Nothing was changed: look again.");
        }
        Authentication by = present();
        String subject = "finding: %s %s".formatted(finding.kind().title(), finding.where());
        log.configured(subject.strip(), ActingUser.words(by), LoginAddress.of(by), what);
    }

    private static @Nullable Authentication present() {
        return SecurityContextHolder.getContext().getAuthentication();
    }
}
