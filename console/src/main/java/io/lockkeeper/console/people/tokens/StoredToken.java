package io.lockkeeper.console.people.tokens;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.store.StoredForm;
import io.lockkeeper.console.ground.store.StoredValues;
import io.lockkeeper.console.people.security.Role;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.stereotype.Component;

/** Reads a token as it is stored. One that is damaged has ended. */
@Component
@ReadingConverter
final class StoredToken implements StoredForm<AccessToken> {

    private static final Logger LOG = LoggerFactory.getLogger(StoredToken.class);

    @Override
    public AccessToken convert(Document stored) {
        StoredValues values = new StoredValues(stored);
        AccessToken token = new AccessToken(
                values.id(),
                values.text("hash"),
                values.text("user"),
                values.flag("demo"),
                values.text("name"),
                values.oneOf(Role.class, "role", Role.VIEWER),
                values.scope("scope"),
                values.moment("createdAt"),
                values.moment("expiresAt"),
                values.momentOrNull("lastUsedAt"),
                values.textOrNull("lastUsedFrom"),
                null);
        String damage = values.damage();
        if (damage == null) {
            return token;
        }
        LOG.warn(
                "The stored token {} of {} is damaged, and has ended: {}",
                Formats.visible(token.id()),
                Formats.visible(token.user()),
                damage);
        return token.damaged(damage);
    }
}
