package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrantedPrivilegesTest {

    private static final GrantedPrivileges LIMITED = of("""
            { authInfo: { authenticatedUsers: [ { user: "billing", db: "app" } ], authenticatedUserPrivileges: [
              { resource: { db: "app", collection: "audit" }, actions: [ "find" ] },
              { resource: { db: "app", collection: "" }, actions: [ "update" ] },
              { resource: { db: "", collection: "users" }, actions: [ "insert" ] },
              { resource: { cluster: true }, actions: [ "remove" ] } ] } }""");

    @ParameterizedTest
    @CsvSource({
        "find, app, audit, true",
        "find, app, users, false",
        "find, other, audit, false",
        "update, app, users, true",
        "update, other, users, false",
        "insert, other, users, true",
        "remove, app, audit, false"
    })
    void aPrivilegeCoversItsCollectionAndAnyWhereTheNameIsEmpty(
            String action, String database, String collection, boolean allowed) {
        assertThat(LIMITED.allows(action, database, collection)).isEqualTo(allowed);
    }

    @Test
    void aPrivilegeOnAnyResourceCoversAll() {
        GrantedPrivileges root = of("""
                { authInfo: { authenticatedUsers: [ { user: "root", db: "admin" } ], authenticatedUserPrivileges: [
                  { resource: { anyResource: true }, actions: [ "find" ] } ] } }""");
        assertThat(root.allows("find", "app", "locks")).isTrue();
        assertThat(root.allows("insert", "app", "locks")).isFalse();
    }

    @Test
    void aServerThatAsksForNoPasswordDeniesNothing() {
        GrantedPrivileges open = of("{ authInfo: { authenticatedUsers: [], authenticatedUserPrivileges: [] } }");
        assertThat(open.isLimited()).isFalse();
        assertThat(open.allows("insert", "app", "locks")).isTrue();
    }

    private static GrantedPrivileges of(String connectionStatus) {
        return GrantedPrivileges.of(BsonDocument.parse(connectionStatus));
    }
}
