package io.lockkeeper.agent.moving;

import static io.lockkeeper.agent.moving.Exp.NOW;
import static io.lockkeeper.agent.moving.Exp.and;
import static io.lockkeeper.agent.moving.Exp.eq;
import static io.lockkeeper.agent.moving.Exp.isMissing;
import static io.lockkeeper.agent.moving.Exp.later;
import static io.lockkeeper.agent.moving.Exp.latest;
import static io.lockkeeper.agent.moving.Exp.literal;
import static io.lockkeeper.agent.moving.Exp.or;
import static io.lockkeeper.agent.moving.Exp.orElse;
import static io.lockkeeper.agent.moving.Exp.when;

import io.lockkeeper.agent.HeldBy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The Mongoose article's {@code {_id, acquirer, acquiredAt, updatedAt}}: held while the document exists, which a TTL index deletes. */
final class MongooseForm implements OldForm {

    private static final OldShape SHAPE = new OldShape(
            Map.of("acquirer", OldShape.TEXT, "acquiredAt", OldShape.DATE, "updatedAt", OldShape.DATE),
            Set.of("acquirer"));

    @Override
    public String library() {
        return "the Mongoose lock of an article";
    }

    @Override
    public OldShape shape() {
        return SHAPE;
    }

    @Override
    public Bson lock(String name) {
        return new Document("_id", name);
    }

    @Override
    public List<Bson> take(Take take) {
        Document none = and(isMissing("$acquirer"), and(isMissing("$acquiredAt"), isMissing("$updatedAt")));
        Document takes = and(SHAPE.fits(), or(none, eq("$acquirer", literal(take.holder()))));
        return Exp.set(new Document("acquirer", when(takes, literal(take.holder()), "$acquirer"))
                .append("acquiredAt", when(takes, NOW, "$acquiredAt"))
                .append("updatedAt", when(takes, NOW, "$updatedAt"))
                .append("__v", when(takes, orElse("$__v", 0), "$__v")));
    }

    @Override
    public Bson held(String name, String holder) {
        return new Document("_id", name).append("acquirer", holder);
    }

    @Override
    public List<Bson> renew(Duration ttl) {
        return Exp.set(new Document("updatedAt", latest(later("$updatedAt", Duration.ofMillis(1)), NOW)));
    }

    @Override
    public Optional<List<Bson>> release(Duration fromNow) {
        return Optional.empty();
    }

    @Override
    public HeldBy heldBy(BsonDocument document) {
        return OldHolder.of(this, document, "acquiredAt", "");
    }

    @Override
    public String holderField() {
        return "acquirer";
    }

    @Override
    public Optional<String> ttlField() {
        return Optional.of("updatedAt");
    }

    @Override
    public Set<String> endFields() {
        return Set.of("updatedAt");
    }

    @Override
    public Optional<String> uniqueField(boolean expiring) {
        return Optional.empty(); // the name is the id
    }

    @Override
    public Optional<Duration> ttl(Duration lease, OldTerms terms, BsonDocument taken) {
        return terms.indexTtl();
    }

    @Override
    public boolean mayBeDouble() {
        return false;
    }

    @Override
    public boolean lingers() {
        return false;
    }
}
