package io.lockkeeper.console.watch.source;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.data.mongodb.core.query.Update.Position;
import org.springframework.stereotype.Component;

/**
 * Stores up to where the history of each collection with sources is complete, so that a restarted console reports what happened meanwhile,
 * and the gaps that can no longer be filled. Shared by several consoles. Each call queries MongoDB.
 */
@Component
public class StreamMarks {

    /** How many of a collection's gaps are kept, the latest. */
    static final int MOST_GAPS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(StreamMarks.class);

    private final MongoTemplate own;
    private final OwnRecords records;

    StreamMarks(MongoTemplate own, OwnRecords records) {
        this.own = own;
        this.records = records;
    }

    /** Empty if none was kept, or it cannot be read: then the sources are followed all the same. */
    public Optional<StreamMark> load(Place place) {
        try {
            return read(place);
        } catch (DataAccessException e) {
            LOG.warn(
                    "What happened while no console ran is unknown: collection={} because=\"{}\"",
                    place,
                    e.getMessage());
            return Optional.empty();
        }
    }

    /** Keeps how far the history is complete, unless a console has kept a later mark. */
    public void keep(Place place, StreamMark mark) {
        Document token = new Document(Objects.requireNonNull(mark.token()));
        try {
            own.upsert(
                    query(where("_id")
                            .is(FollowedStream.id(place))
                            .and("at")
                            .not()
                            .gte(mark.at())),
                    new Update().set("token", token).set("at", mark.at()),
                    FollowedStream.class);
        } catch (DuplicateKeyException e) {
            LOG.debug("Another console is further: collection={}", place);
        }
    }

    /** Keeps a gap, unless another console has watched the collection in the meantime. */
    public void keep(Place place, Missed gap) {
        boolean watched =
                read(place).filter(mark -> mark.at().isAfter(gap.until())).isPresent();
        if (!watched && !lengthened(place, gap)) {
            own.updateFirst(
                    query(where("_id").is(FollowedStream.id(place))),
                    new Update().push("missed").slice(-MOST_GAPS).each(gap),
                    FollowedStream.class);
        }
    }

    /** The progress of the past of a collection that is still to be read; empty if there is none. */
    Optional<PastMark> past(Place place) {
        return records.byId(FollowedStream.id(place), FollowedStream.class).map(FollowedStream::past);
    }

    void keepPast(Place place, PastMark mark) {
        own.upsert(of(place), new Update().set("past", mark), FollowedStream.class);
    }

    void pastIsRead(Place place) {
        own.updateFirst(of(place), new Update().unset("past"), FollowedStream.class);
    }

    /** Keeps a gap of the time before the collection was followed: it comes before those that are kept. */
    void keepPastGap(Place place, Missed gap) {
        own.upsert(
                of(place),
                new Update().push("missed").atPosition(Position.FIRST).each(gap),
                FollowedStream.class);
    }

    private static Query of(Place place) {
        return query(where("_id").is(FollowedStream.id(place)));
    }

    /** While a stream cannot be opened, its gap is reported repeatedly with a later end. */
    private boolean lengthened(Place place, Missed gap) {
        Update later = new Update().max("missed.$.until", gap.until());
        return own.updateFirst(
                                query(where("_id")
                                        .is(FollowedStream.id(place))
                                        .and("missed.from")
                                        .is(gap.from())),
                                later,
                                FollowedStream.class)
                        .getMatchedCount()
                > 0;
    }

    private Optional<StreamMark> read(Place place) {
        return records.byId(FollowedStream.id(place), FollowedStream.class).map(FollowedStream::mark);
    }

    /** The gaps that end after a moment, by the text of the collection's place; collections without any are missing. */
    public Map<String, List<Missed>> missedSince(Instant moment) {
        Map<String, List<Missed>> found = new HashMap<>();
        records.find(query(where("missed.until").gt(moment)), FollowedStream.class)
                .forEach(stream -> found.put(
                        stream.id().substring(FollowedStream.PREFIX.length()),
                        stream.gaps().stream()
                                .filter(gap -> gap.until().isAfter(moment))
                                .toList()));
        return found;
    }

    /**
     * The change stream of a collection with sources, as it is stored.
     *
     * @param id which collection, see {@link #id}
     * @param token all before it is in the history; null if it never was kept
     * @param at when that was
     * @param missed the times of which nothing is recorded, the latest last; null if there are none
     * @param past how far its past is read; null if it is, or never was asked for
     */
    @org.springframework.data.mongodb.core.mapping.Document("streams")
    record FollowedStream(
            @Id String id,
            @Nullable Document token,
            @Nullable Instant at,
            @Nullable List<Missed> missed,
            @Nullable PastMark past) {

        static final String PREFIX = "source ";

        static String id(Place place) {
            return PREFIX + place;
        }

        @Nullable
        StreamMark mark() {
            return token == null || at == null ? null : new StreamMark(token.toBsonDocument(), at);
        }

        List<Missed> gaps() {
            return Objects.requireNonNullElse(missed, List.of());
        }
    }

    /**
     * The progress of reading a collection's changes from before it was followed.
     *
     * @param at what happened earlier is in the history
     * @param until where the past ends
     */
    record PastMark(Instant at, Instant until) {}
}
