package io.lockkeeper.console.store;

import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * What MongoDB allows the console's user, from the server's answer to {@code connectionStatus}.
 *
 * @param limited false on a server that asks nobody for a password, and denies nobody anything
 * @param privileges as the server lists them
 */
record Granted(boolean limited, List<Document> privileges) {

    /** Every user may send it. */
    static final Document COMMAND = new Document("connectionStatus", 1).append("showPrivileges", true);

    static Granted of(Document connectionStatus) {
        Document auth = connectionStatus.get("authInfo", new Document());
        boolean limited =
                !auth.getList("authenticatedUsers", Document.class, List.of()).isEmpty();
        return new Granted(limited, auth.getList("authenticatedUserPrivileges", Document.class, List.of()));
    }

    boolean allows(String action, String database, String collection) {
        return !limited
                || privileges.stream()
                        .filter(each -> covers(each.get("resource", new Document()), database, collection))
                        .anyMatch(each ->
                                each.getList("actions", String.class, List.of()).contains(action));
    }

    /** An empty name in a resource stands for any. */
    private static boolean covers(Document resource, String database, String collection) {
        return resource.containsKey("anyResource")
                || (isOrAny(resource.get("db"), database) && isOrAny(resource.get("collection"), collection));
    }

    private static boolean isOrAny(@Nullable Object name, String wanted) {
        return "".equals(name) || wanted.equals(name);
    }
}
