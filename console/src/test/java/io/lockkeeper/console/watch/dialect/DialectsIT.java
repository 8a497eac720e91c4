package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.dialect.Fixture.Step;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each library writes is written to a MongoDB and read through its dialect, state by state. */
class DialectsIT {

    private static final Duration GRACE = Duration.ofMinutes(1);

    @AutoClose("drop")
    private static final MongoDatabase database = MongoServer.shared().freshDatabase();

    private static final Dialects dialects = new Dialects("");

    static Stream<Fixture> fixtures() {
        return Fixture.all();
    }

    static Stream<Fixture> releasable() {
        return Fixture.all().filter(fixture -> dialect(fixture).grade() != Grade.D);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void everyStateIsReadAsItIs(Fixture fixture) {
        MongoCollection<BsonDocument> collection = collection("states-" + fixture);
        FileDialect dialect = dialect(fixture);
        for (Step step : fixture.steps()) {
            step.force()
                    .ifPresentOrElse(kind -> force(dialect, kind, step.at(), collection), () -> step.write(collection));
            Optional<BsonDocument> found = seen(dialect, collection)
                    .flatMap(document -> dialect.read(document, fixture.indexes()))
                    .map(lock -> told(lock, step.at()));
            assertThat(collection.countDocuments(dialect.filter()))
                    .as("%s %s, as MongoDB is asked", fixture, step.does())
                    .isGreaterThanOrEqualTo(found.isPresent() ? 1 : 0);
            assertThat(found).as("%s %s", fixture, step.does()).isEqualTo(step.then());
        }
    }

    @ParameterizedTest
    @MethodSource("releasable")
    void aForcedReleaseTouchesNoAcquisitionButTheOneThatWasSeen(Fixture fixture) {
        MongoCollection<BsonDocument> collection = collection("force-" + fixture);
        Fixture.hold(fixture.dialect(), collection);
        FileDialect dialect = dialect(fixture);
        BsonDocument seen = collection.find().first();
        assertThat(seen).isNotNull();
        BsonDocument filter = Recipe.filter(seen, dialect.lock().identity());
        assertThat(collection.countDocuments(filter)).isEqualTo(1);
        for (FieldPath field : dialect.lock().identity()) {
            BsonDocument other = filter.clone();
            other.put(field.text(), new BsonString("of another acquisition"));
            assertThat(collection.countDocuments(other)).as(field.text()).isZero();
        }
    }

    @Test
    void everyDialectHasAFixtureAndEveryFixtureADialect() {
        assertThat(Fixture.all().map(Fixture::dialect))
                .containsExactlyInAnyOrderElementsOf(
                        dialects.ofFiles().stream().map(Dialect::id).toList());
    }

    /** Of two that fit the same document, the one whose field names tell more of it comes first. */
    @ParameterizedTest
    @MethodSource("fixtures")
    void itsOwnDialectIsTheFirstThatIsRecognized(Fixture fixture) {
        MongoCollection<BsonDocument> collection = collection("known-" + fixture);
        Fixture.hold(fixture.dialect(), collection);
        BsonDocument held = collection.find().first();
        assertThat(held).isNotNull();
        String name = dialect(fixture).collections().stream().findFirst().orElse("anything");
        String first = dialects.recognize(held, name).getFirst().dialect().id();
        assertThat(first).isEqualTo(fixture.dialect().equals("flamingock") ? "mongock" : fixture.dialect());
    }

    @Test
    void aLockThatCannotBeJudgedIsUnknownAndNeverGuessed() {
        Dialect dialect = dialects.find("migrate-mongo").orElseThrow();
        BsonDocument document = BsonDocument.parse(
                "{ _id: ObjectId('e1a1b2c3d4e5f60001a1b2c3'), createdAt: ISODate('2090-01-01T12:00:00Z') }");
        DialectLock lock = dialect.read(document, TtlIndexes.UNREADABLE).orElseThrow();
        assertThat(lock.expiry()).isInstanceOf(Expiry.Unknown.class);
        assertThat(lock.holders()).isEmpty();
        assertThatCode(() -> dialect.read(new BsonDocument(), TtlIndexes.UNREADABLE))
                .doesNotThrowAnyException();
    }

    private static void force(FileDialect dialect, String kind, Instant now, MongoCollection<BsonDocument> collection) {
        BsonDocument seen = seen(dialect, collection).orElseThrow();
        BsonDocument filter = Recipe.filter(seen, dialect.lock().identity());
        long changed = switch ((kind.equals("release")
                        ? dialect.force().release()
                        : dialect.force().quarantine())
                .orElseThrow()) {
            case Recipe.Delete delete -> collection.deleteOne(filter).getDeletedCount();
            case Recipe.Change change -> {
                BsonDocument update = change.update(seen, now, now.plus(GRACE), "op");
                long modified = collection.updateOne(filter, update).getModifiedCount();
                assertThat(Optional.ofNullable(collection
                                        .find(new BsonDocument("_id", seen.get("_id")))
                                        .first())
                                .flatMap(after -> dialect.read(after, TtlIndexes.UNREADABLE)))
                        .as("what it would leave is what it leaves")
                        .isEqualTo(dialect.read(UpdatedDocument.of(seen, update), TtlIndexes.UNREADABLE));
                yield modified;
            }
        };
        assertThat(changed).isEqualTo(1);
    }

    /** The document that is its lock; what is history to it is passed over. */
    private static Optional<BsonDocument> seen(Dialect dialect, MongoCollection<BsonDocument> collection) {
        List<BsonDocument> found = collection.find().into(new ArrayList<>()).stream()
                .filter(each -> dialect.read(each, TtlIndexes.UNREADABLE).isPresent())
                .toList();
        assertThat(found).hasSizeLessThan(2);
        return found.stream().findFirst();
    }

    private static BsonDocument told(DialectLock lock, Instant now) {
        BsonDocument told = new BsonDocument(
                        "state", new BsonString(lock.state(now).name()))
                .append("name", new BsonString(lock.name()))
                .append(
                        "holders",
                        new BsonArray(
                                lock.holders().stream().map(BsonString::new).toList()));
        lock.acquired().ifPresent(since -> told.append("since", new BsonString(since.toString())));
        lock.heartbeat().ifPresent(beat -> told.append("heartbeat", new BsonString(beat.toString())));
        told.append("expires", new BsonString(words(lock.expiry())));
        lock.fence().ifPresent(fence -> told.append("fence", new BsonInt64(fence)));
        return normal(told);
    }

    /** A fixture has its whole numbers as they come. */
    private static BsonDocument normal(BsonDocument told) {
        return BsonDocument.parse(told.toJson());
    }

    private static String words(Expiry expiry) {
        return switch (expiry) {
            case Expiry.At(Instant at) -> "at " + at;
            case Expiry.ByMonitor(Instant at) -> "by the TTL monitor after " + at;
            case Expiry.Assumed(Instant at, Duration timeout) -> "assumed at " + at;
            case Expiry.Never(String why) -> "never: " + why;
            case Expiry.Unknown(String why) -> "unknown: " + why;
        };
    }

    private static FileDialect dialect(Fixture fixture) {
        return (FileDialect) dialects.find(fixture.dialect()).orElseThrow();
    }

    private static MongoCollection<BsonDocument> collection(String name) {
        return database.getCollection(name, BsonDocument.class);
    }
}
