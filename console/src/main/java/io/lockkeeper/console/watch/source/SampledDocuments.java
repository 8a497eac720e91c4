package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.console.watch.dialect.Dialects.Recognized;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * A sample of a collection, from which the dialects of its locks are recognized.
 *
 * @param now by the server's clock
 */
record SampledDocuments(
        Dialects dialects, ForbiddenPlaces forbidden, Place place, List<BsonDocument> sample, Instant now) {

    private record Fitting(BsonDocument document, List<Recognized> fits) {

        Optional<Recognized> of(String dialect) {
            return fits.stream()
                    .filter(fit -> fit.dialect().id().equals(dialect))
                    .findFirst();
        }
    }

    /** Each document counts for the dialect that is surest of it, so two dialects in one collection make two proposals. */
    List<Proposal> proposals() {
        Map<String, List<Fitting>> byDialect = new LinkedHashMap<>();
        for (BsonDocument document : sample) {
            List<Recognized> fits =
                    dialects.recognize(document, place.namespace().getCollectionName());
            boolean known = !fits.isEmpty()
                    && fits.getFirst().dialect() instanceof LockkeeperDialect
                    && forbidden.isFirst(place);
            if (!fits.isEmpty() && !known) {
                byDialect
                        .computeIfAbsent(fits.getFirst().dialect().id(), it -> new ArrayList<>())
                        .add(new Fitting(document, fits));
            }
        }
        List.copyOf(byDialect.keySet()).forEach(id -> join(id, byDialect));
        return byDialect.entrySet().stream()
                .map(found -> proposal(found.getKey(), found.getValue()))
                .toList();
    }

    /** Documents that another dialect reads as well join those that only that one reads: a free lock may lack the typical fields. */
    private static void join(String id, Map<String, List<Fitting>> byDialect) {
        List<Fitting> these = byDialect.getOrDefault(id, List.of());
        byDialect.entrySet().stream()
                .filter(other -> !other.getKey().equals(id))
                .filter(other ->
                        these.stream().allMatch(it -> it.of(other.getKey()).isPresent()))
                .filter(other ->
                        other.getValue().stream().allMatch(it -> it.of(id).isEmpty()))
                .map(Map.Entry::getKey)
                .findFirst()
                .ifPresent(other -> {
                    byDialect.getOrDefault(other, new ArrayList<>()).addAll(these);
                    byDialect.remove(id);
                });
    }

    private Proposal proposal(String id, List<Fitting> found) {
        boolean held = found.stream()
                .flatMap(it -> it.of(id).stream()
                        .flatMap(fit -> fit.dialect().read(it.document(), TtlIndexes.UNREADABLE).stream()))
                .anyMatch(lock -> lock.isTaken(now));
        List<List<Recognized>> fits = found.stream().map(it -> firstOf(id, it)).toList();
        return Proposal.of(place, fits, sample.size(), held);
    }

    private static List<Recognized> firstOf(String id, Fitting found) {
        List<Recognized> fits = new ArrayList<>(found.of(id).stream().toList());
        found.fits().stream().filter(fit -> !fit.dialect().id().equals(id)).forEach(fits::add);
        return fits;
    }
}
