package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ask.locks.JobMark;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.holds.LockJob;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.JobFacts;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A lock's fields in an exported file: one row per lease, or a single row if there is none. */
final class LockFields {

    /** The fields, in their order. */
    static final List<String> NAMES = List.of(
            "lock",
            "state",
            "finding",
            "waiters",
            "token",
            "acquiredAt",
            "heldMillis",
            "kept",
            "uses",
            "idleSince",
            "updatedAt",
            "expiresAt",
            "service",
            "instance",
            "host",
            "pid",
            "thread",
            "note",
            "agent",
            "source",
            "holder",
            "expiry",
            "jobLastRun",
            "jobNextRun",
            "jobFailed",
            "jobReason");

    private LockFields() {}

    static Stream<Map<String, @Nullable Object>> of(
            String source, Lock lock, @Nullable Finding finding, JobMark mark, Instant now) {
        return lock.holders().isEmpty()
                ? Stream.of(row(source, lock, finding, mark, null, now))
                : lock.holders().stream().map(holder -> row(source, lock, finding, mark, holder, now));
    }

    private static void job(Map<String, @Nullable Object> fields, Optional<LockJob> job) {
        Optional<JobFacts> told = job.flatMap(LockJob::told);
        fields.put("jobLastRun", text(job.flatMap(LockJob::lastRun)));
        fields.put("jobNextRun", text(told.flatMap(JobFacts::nextRun)));
        fields.put("jobFailed", text(told.flatMap(JobFacts::failed)));
        fields.put(
                "jobReason",
                told.map(JobFacts::reason).filter(why -> !why.isEmpty()).orElse(null));
    }

    /** Adds the fields of another library's lock; those that its document does not have are empty. */
    private static void library(Map<String, @Nullable Object> fields, DialectLock lock, Instant now) {
        boolean held = lock.isTaken(now);
        Optional<Instant> since = lock.acquired().filter(it -> held);
        fields.put("waiters", null);
        fields.put("token", lock.fence().isPresent() ? lock.fence().getAsLong() : null);
        fields.put("acquiredAt", text(since));
        fields.put(
                "heldMillis",
                since.map(from -> Math.max(0, Duration.between(from, now).toMillis()))
                        .orElse(null));
        fields.put("updatedAt", text(lock.heartbeat().filter(it -> held)));
        fields.put("expiresAt", text(lock.expiry().instant().filter(it -> held)));
        fields.put("holder", held && !lock.holders().isEmpty() ? String.join(", ", lock.holders()) : null);
        fields.put("expiry", held ? lock.expiry().word() : null);
    }

    private static @Nullable String text(Optional<Instant> at) {
        return at.map(Instant::toString).orElse(null);
    }

    private static Map<String, @Nullable Object> row(
            String source, Lock lock, @Nullable Finding finding, JobMark mark, @Nullable Holder holder, Instant now) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("lock", lock.name());
        fields.put("state", lock.state(now).name());
        fields.put("finding", finding == null ? null : finding.kind().name());
        fields.put("waiters", lock.waiters());
        fields.put("token", holder == null ? null : holder.token());
        fields.put("acquiredAt", holder == null ? null : holder.acquiredAt().toString());
        fields.put("heldMillis", holder == null ? null : held(holder, now));
        uses(fields, holder);
        fields.put("updatedAt", holder == null ? null : holder.updatedAt().toString());
        fields.put("expiresAt", holder == null ? null : holder.expiresAt().toString());
        Party.put(fields, holder == null ? null : Party.of(holder.user()));
        fields.put("source", source.isEmpty() ? null : source);
        fields.put("holder", null);
        fields.put("expiry", null);
        job(fields, Optional.ofNullable(mark.job()));
        lock.library().ifPresent(library -> library(fields, library, now));
        return fields;
    }

    private static @Nullable Long held(Holder holder, Instant now) {
        return holder.heldSince()
                .map(since -> Math.max(0, Duration.between(since, now).toMillis()))
                .orElse(null);
    }

    private static void uses(Map<String, @Nullable Object> fields, @Nullable Holder holder) {
        LatestUse use = holder == null ? null : holder.use();
        fields.put("kept", holder == null ? null : Boolean.toString(holder.hasUses()));
        fields.put("uses", use == null ? null : use.count());
        fields.put("idleSince", use == null || !use.idle() ? null : use.since().toString());
    }
}
