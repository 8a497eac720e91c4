package io.lockkeeper.console.judge.findings;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.ground.store.OwnTransactions;
import io.lockkeeper.console.people.security.ActingUser;
import io.lockkeeper.console.people.security.Roles;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/** The dismissed findings. All consoles on the same database see a dismissal within a few seconds. Thread-safe. */
@Component
public class Dismissals {

    public static final int LONGEST_REASON = 200;
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final AuthorityAuthorizationManager<Object> operators =
            AuthorityAuthorizationManager.hasRole(Roles.OPERATOR);
    private final MongoTemplate records;
    private final OwnRecords stored;
    private final OwnTransactions transactions;
    private final ServerClock clock;
    private volatile Map<String, Dismissal> known = Map.of();
    private volatile Instant readAt = Instant.EPOCH;

    Dismissals(MongoTemplate records, OwnRecords stored, OwnTransactions transactions, ServerClock clock) {
        this.records = records;
        this.stored = stored;
        this.transactions = transactions;
        this.clock = clock;
    }

    /** The dismissal of what was found, if one holds now. */
    @Nullable
    Dismissal find(Detected detected) {
        Dismissal found = known.get(detected.dismissedAs());
        return found != null && found.until().isAfter(clock.now()) ? found : null;
    }

    /** Reads other consoles' dismissals, at most every few seconds. While MongoDB does not answer, the known ones are kept. */
    void refresh() {
        Instant now = clock.now();
        if (readAt.plus(EVERY).isAfter(now)) {
            return;
        }
        try {
            readAt = now;
            Map<String, Dismissal> read = new HashMap<>();
            stored.find(query(where("until").gt(now)), Dismissal.class).forEach(each -> read.put(each.finding(), each));
            known = read;
        } catch (DataAccessException e) {
            readAt = now;
        }
    }

    /** Whether the present user may dismiss findings. */
    public boolean isAllowed() {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        return user != null && operators.authorize(() -> user, this).isGranted();
    }

    /**
     * Dismisses the findings for the given time, and one that is about how the lock is used of later leases as well.
     *
     * Of several, all are dismissed or none.
     *
     * @throws AccessDeniedException if the present user is no operator, or a finding is not wholly within the user's scope
     */
    public void dismiss(List<Finding> findings, String reason, Duration howLong) {
        String by = require(findings);
        Instant now = clock.now();
        List<Dismissal> made = findings.stream()
                .map(finding -> new Dismissal(finding.dismissedAs(), by, reason, now, now.plus(howLong)))
                .toList();
        transactions.run(() -> made.forEach(records::save));
        know(made);
    }

    /**
     * Returns the present user's name for records.
     *
     * @throws AccessDeniedException if it is no operator's, or a finding is not wholly within the user's scope
     */
    String require(List<Finding> findings) {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        if (present == null || !isAllowed()) {
            throw new AccessDeniedException("Only an operator may dismiss findings, or be on one.");
        }
        if (!findings.stream().allMatch(Dismissals::isWithinScope)) {
            throw new AccessDeniedException("This finding is about locks outside your scope.");
        }
        return ActingUser.words(present);
    }

    private static boolean isWithinScope(Finding finding) {
        return !finding.isPartly()
                && finding.within(LockScope.present()).filter(finding::equals).isPresent();
    }

    private synchronized void know(List<Dismissal> made) {
        Map<String, Dismissal> with = new HashMap<>(known);
        made.forEach(dismissal -> with.put(dismissal.finding(), dismissal));
        known = with;
    }
}
