package io.lockkeeper.agent.moving;

import static io.lockkeeper.agent.moving.Exp.NOW;
import static io.lockkeeper.agent.moving.Exp.and;
import static io.lockkeeper.agent.moving.Exp.eq;
import static io.lockkeeper.agent.moving.Exp.isDate;
import static io.lockkeeper.agent.moving.Exp.isMissing;
import static io.lockkeeper.agent.moving.Exp.later;
import static io.lockkeeper.agent.moving.Exp.latest;
import static io.lockkeeper.agent.moving.Exp.literal;
import static io.lockkeeper.agent.moving.Exp.not;
import static io.lockkeeper.agent.moving.Exp.or;
import static io.lockkeeper.agent.moving.Exp.orElse;
import static io.lockkeeper.agent.moving.Exp.when;

import com.mongodb.client.model.Filters;
import io.lockkeeper.agent.HeldBy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The Spring article's {@code {lockName, holder, lockedAt}}: held while it has a holder, which only a release removes; and the same with
 * {@code expiresAt}, after which any client takes it over, and perhaps with {@code holdCount}. Each document shows which it is: without an
 * expiry a lock is never taken over, and a lease's is renewed wherever there is one.
 */
final class SpringForm implements OldForm {

    private static final OldShape SHAPE = new OldShape(
            Map.of(
                    "lockName", OldShape.TEXT,
                    "holder", OldShape.TEXT_OR_NULL,
                    "lockedAt", OldShape.DATE_OR_NULL,
                    "expiresAt", OldShape.DATE_OR_NULL,
                    "holdCount", OldShape.NUMBER),
            Set.of("holder"));

    private static final String EXPIRY = "$expiresAt";
    private static final String COUNT = "$holdCount";

    @Override
    public String library() {
        return "the Spring findAndModify lock of an article";
    }

    @Override
    public OldShape shape() {
        return SHAPE;
    }

    @Override
    public Bson lock(String name) {
        return new Document("lockName", name);
    }

    /** Gives a missing document the name as its id, so that two agents never insert two of one name. */
    @Override
    public List<Bson> take(Take take) {
        Document takes = and(SHAPE.fits(), free(take));
        Document renewed = take.expiring() ? takes : and(takes, not(isMissing(EXPIRY)));
        return Exp.set(new Document("_id", orElse("$_id", literal(take.name())))
                .append("lockName", literal(take.name()))
                .append("holder", when(takes, literal(take.holder()), "$holder"))
                .append("lockedAt", when(takes, NOW, "$lockedAt"))
                .append("expiresAt", when(renewed, later(NOW, take.ttl()), EXPIRY))
                .append("holdCount", when(and(takes, not(isMissing(COUNT))), 1, COUNT)));
    }

    private static Document free(Take take) {
        Document nobody = new Document("$lte", List.of("$holder", BsonNull.VALUE)); // absent or null
        Document expired = and(isDate(EXPIRY), new Document("$lte", List.of(later(EXPIRY, take.allowance()), NOW)));
        return or(or(nobody, expired), eq("$holder", literal(take.holder())));
    }

    @Override
    public Bson held(String name, String holder) {
        return new Document("lockName", name).append("holder", holder);
    }

    /** Renews the expiry if there is one; the answer shows whether the lock is still held. */
    @Override
    public List<Bson> renew(Duration ttl) {
        Document later = latest(later(EXPIRY, Duration.ofMillis(1)), later(NOW, ttl));
        return Exp.set(new Document("holder", "$holder").append("expiresAt", when(isDate(EXPIRY), later, EXPIRY)));
    }

    /** Never deletes the document: without it, old clients that do not insert could never take the lock again. */
    @Override
    public Optional<List<Bson>> release(Duration fromNow) {
        return Optional.of(
                Exp.set(new Document("holder", BsonNull.VALUE).append("holdCount", when(isMissing(COUNT), COUNT, 0))));
    }

    @Override
    public HeldBy heldBy(BsonDocument document) {
        return OldHolder.of(this, document, "lockedAt", "expiresAt");
    }

    @Override
    public String holderField() {
        return "holder";
    }

    @Override
    public Optional<String> ttlField() {
        return Optional.empty();
    }

    @Override
    public Set<String> endFields() {
        return Set.of("expiresAt");
    }

    @Override
    public Optional<Bson> expiring() {
        return Optional.of(Filters.type("expiresAt", BsonType.DATE_TIME));
    }

    @Override
    public Optional<Bson> amongExpiring() {
        return Optional.of(Filters.and(
                Filters.type("holder", BsonType.STRING),
                Filters.not(Filters.regex("holder", "^lockkeeper:")),
                Filters.not(Filters.type("expiresAt", BsonType.DATE_TIME))));
    }

    /** Unique where documents expire: old clients then upsert, and insert if their condition matches none. */
    @Override
    public Optional<String> uniqueField(boolean expiring) {
        return expiring ? Optional.of("lockName") : Optional.empty();
    }

    @Override
    public Optional<Duration> ttl(Duration lease, OldTerms terms, BsonDocument taken) {
        return taken.isDateTime("expiresAt") ? Optional.of(lease) : Optional.empty();
    }

    @Override
    public boolean mayBeDouble() {
        return true;
    }

    @Override
    public boolean lingers() {
        return false;
    }
}
