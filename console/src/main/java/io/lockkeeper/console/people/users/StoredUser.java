package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.store.StoredForm;
import io.lockkeeper.console.ground.store.StoredValues;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.users.UserAccount.External;
import java.util.Objects;
import java.util.regex.Pattern;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.stereotype.Component;

/** Reads a user as it is stored. One that is damaged may not log in, and is shown: an administrator can give it another role, scope or password. */
@Component
@ReadingConverter
final class StoredUser implements StoredForm<UserAccount> {

    private static final Pattern HASH = Pattern.compile("\\{[^{}]+}.+", Pattern.DOTALL);

    @Override
    public UserAccount convert(Document stored) {
        StoredValues values = new StoredValues(stored);
        External external = external(values);
        String hash = values.text("hash");
        if (external == null && !values.isAtFault("hash") && !HASH.matcher(hash).matches()) {
            values.unknownForm("hash");
        }
        return new UserAccount(
                values.id(),
                hash,
                values.oneOf(Role.class, "role", Role.VIEWER),
                values.flag("disabled"),
                values.flag("mustChangePassword"),
                values.text("stamp"),
                values.moment("createdAt"),
                Objects.requireNonNullElse(values.textOrNull("createdBy"), ""),
                values.scope("scope"),
                values.momentOrNull("lastLoginAt"),
                external,
                values.momentOrNull("changedAt"),
                values.textOrNull("changedBy"),
                values.damage());
    }

    private static @Nullable External external(StoredValues values) {
        return values.within("external")
                .map(StoredValues::new)
                .map(within -> new External(within.text("issuer"), within.momentOrNull("confirmedAt")))
                .orElse(null);
    }
}
