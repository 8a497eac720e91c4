package io.lockkeeper.model;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What MongoDB allows the user of a connection, from the server's answer to {@link #COMMAND}.
 *
 * @param user the user's name; empty on a server without authentication, which allows everything
 * @param privileges as the server lists them
 */
public record GrantedPrivileges(String user, List<BsonDocument> privileges) {

    private static final BsonDocument COMMAND = BsonDocument.parse("{ connectionStatus: 1, showPrivileges: true }");

    /** The command whose answer lists the privileges. Every user may send it. */
    public static BsonDocument command() {
        return COMMAND.clone();
    }

    public static GrantedPrivileges of(BsonDocument connectionStatus) {
        BsonDocument auth = connectionStatus.getDocument("authInfo", new BsonDocument());
        String user = auth.getArray("authenticatedUsers", new BsonArray()).stream()
                .findFirst()
                .map(first -> first.asDocument()
                        .getString("user", new BsonString("?"))
                        .getValue())
                .orElse("");
        List<BsonDocument> privileges = auth.getArray("authenticatedUserPrivileges", new BsonArray()).stream()
                .map(BsonValue::asDocument)
                .toList();
        return new GrantedPrivileges(user, privileges);
    }

    /** Whether the server authenticates its users; otherwise it allows everything. */
    public boolean isLimited() {
        return !user.isEmpty();
    }

    public boolean allows(String action, String database, String collection) {
        return !isLimited()
                || privileges.stream()
                        .filter(each -> covers(each.getDocument("resource", new BsonDocument()), database, collection))
                        .flatMap(each -> each.getArray("actions", new BsonArray()).stream())
                        .anyMatch(new BsonString(action)::equals);
    }

    private static boolean covers(BsonDocument resource, String database, String collection) {
        return resource.containsKey("anyResource")
                || (isOrAny(resource.get("db"), database) && isOrAny(resource.get("collection"), collection));
    }

    /** An empty name in a resource stands for any; a resource without one is of another kind. */
    private static boolean isOrAny(@Nullable BsonValue name, String wanted) {
        return new BsonString("").equals(name) || new BsonString(wanted).equals(name);
    }
}
