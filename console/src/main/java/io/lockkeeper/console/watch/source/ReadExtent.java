package io.lockkeeper.console.watch.source;

import com.mongodb.client.model.Filters;
import io.lockkeeper.console.ground.mongodb.DocumentLimit;
import java.util.List;
import org.bson.conversions.Bson;

/**
 * The part of a collection that its sources read together.
 *
 * @param fields at the top of its documents, besides the id; none if whole documents are read
 * @param limit how large what is read of a document may be
 */
record ReadExtent(List<FollowedSource> sources, List<String> fields, DocumentLimit limit) {

    /** The limit of an image, of which a change has two. */
    private static final DocumentLimit OF_IMAGES = new DocumentLimit(DocumentLimit.OF_LOCKS.bytes() / 2);

    static ReadExtent of(List<FollowedSource> sources) {
        if (sources.stream().allMatch(FollowedSource::keepsDocuments)) {
            return new ReadExtent(sources, List.of(), DocumentLimit.OF_LOCKS);
        }
        List<String> fields = sources.stream()
                .flatMap(source -> source.fields().stream())
                .distinct()
                .toList();
        return new ReadExtent(sources, fields, OF_IMAGES);
    }

    boolean isWhole() {
        return fields.isEmpty();
    }

    Bson filter() {
        return Filters.or(sources.stream()
                .map(source -> source.board().dialect().filter())
                .toList());
    }

    /** Whether a reading would bring locks that did not fit before, and no listener misses a change by it. */
    boolean hasRoomAgain() {
        return sources.stream()
                .anyMatch(source -> !source.isHeard() && source.board().hasRoomAgain());
    }

    /** How many events to ask for at a time: the more, the less each brings. */
    int events() {
        return isWhole() ? DocumentLimit.OF_EVENTS.batch() : limit.batch();
    }

    /** Stages of the change stream. What a state is too large for can be read by itself, an image cannot. */
    List<Bson> stages() {
        return isWhole() ? DocumentLimit.OF_EVENTS.states() : limit.images(fields);
    }
}
