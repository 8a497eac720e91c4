package io.lockkeeper.console.watch.source;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.JobFacts;
import io.lockkeeper.console.watch.dialect.JobRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.springframework.stereotype.Component;

/**
 * Reads the documents of the jobs behind a source's locks: of one that a page shows, and of those that are overdue or failed. No board
 * keeps them. Each query has a time limit and a limit of documents, of each only the fields that are shown. Waits for MongoDB.
 */
@Component
public class JobReader {

    private static final long LIMIT_MILLIS = 2_000;
    /** How many documents may have a similar name. */
    private static final int SIMILAR = 20;

    private final Clusters clusters;

    JobReader(Clusters clusters) {
        this.clusters = clusters;
    }

    /**
     * The result for a job.
     *
     * @param unknown why nothing is known of it, or less than usual, as a sentence; empty if there is no such job
     */
    public record Answer(Optional<JobFacts> facts, String unknown) {

        static Answer unknown(String why) {
            return new Answer(Optional.empty(), why);
        }
    }

    public Answer of(LockSource source, JobRule rule, String lock) {
        Optional<String> collection = rule.collection(source.collection());
        Optional<Bson> named = rule.named(lock);
        if (collection.isEmpty()) {
            return Answer.unknown("The collection of the locks has another name than the library gives it, so that"
                    + " of the jobs is not known.");
        }
        if (named.isEmpty()) {
            return Answer.unknown("No document of the library tells of the job behind a lock of this kind.");
        }
        try {
            Optional<JobFacts> found = read(source, rule, named.get(), Sorts.ascending("_id"), SIMILAR).stream()
                    .filter(job -> job.lock().equals(lock))
                    .findFirst();
            return new Answer(found, found.map(JobFacts::unknown).orElse(""));
        } catch (MongoException e) {
            return Answer.unknown(why(source, e));
        }
    }

    /** The sentence about MongoDB's answer. */
    String why(LockSource source, MongoException failure) {
        Optional<Cluster> cluster = clusters.find(source.cluster());
        return cluster.map(it -> it.sentence(failure)).orElse("Its cluster is not known.");
    }

    /**
     * The jobs of several locks, by one query; none of a lock that has none.
     *
     * @throws MongoException if MongoDB does not answer, or denies it
     */
    List<JobFacts> ofAll(LockSource source, JobRule rule, Collection<String> locks) {
        Set<String> names = Set.copyOf(locks);
        List<Bson> named =
                names.stream().flatMap(lock -> rule.named(lock).stream()).toList();
        return named.isEmpty()
                ? List.of()
                : read(source, rule, Filters.or(named), Sorts.ascending("_id"), named.size() + SIMILAR).stream()
                        .filter(job -> names.contains(job.lock()))
                        .toList();
    }

    /**
     * Those that were to run before that and have not begun to, the longest overdue first; none if documents do not show it.
     *
     * @throws MongoException if MongoDB does not answer, or denies it
     */
    public List<JobFacts> overdue(LockSource source, JobRule rule, Instant before, int most) {
        return rule.overdue(before)
                .map(filter -> read(source, rule, filter, rule.byNextRun(), most).stream()
                        .filter(job -> job.isDue(before))
                        .toList())
                .orElse(List.of());
    }

    /**
     * The jobs whose last run failed; of those that run no more, the ones that failed since then. None if documents do not show it.
     *
     * @throws MongoException if MongoDB does not answer, or denies it
     */
    public List<JobFacts> failed(LockSource source, JobRule rule, Instant since, int most) {
        return rule.lastFailed(since)
                .map(filter -> read(source, rule, filter, Sorts.ascending("_id"), most).stream()
                        .filter(job -> job.hasFailed(since))
                        .toList())
                .orElse(List.of());
    }

    private List<JobFacts> read(LockSource source, JobRule rule, Bson filter, Bson order, int most) {
        Optional<MongoCollection<BsonDocument>> jobs = jobs(source, rule);
        return jobs.isEmpty()
                ? List.of()
                : jobs.get()
                        .find(Filters.and(filter, DocumentLimit.hasShortId()))
                        .sort(order)
                        .limit(most)
                        .projection(rule.shown())
                        .maxTime(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                        .map(rule::read)
                        .into(new ArrayList<>());
    }

    private Optional<MongoCollection<BsonDocument>> jobs(LockSource source, JobRule rule) {
        return clusters.find(source.cluster())
                .flatMap(cluster -> rule.collection(source.collection())
                        .map(collection -> cluster.client()
                                .getDatabase(source.database())
                                .getCollection(collection, BsonDocument.class)));
    }
}
