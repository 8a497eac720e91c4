package io.lockkeeper.console.api;

import static io.lockkeeper.console.api.ApiScene.assertProblem;
import static io.lockkeeper.console.api.ApiScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.people.security.Role;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Date;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What programs send in another type, or against a rule: refused with the field or the rule, and nothing is changed. */
class ApiInputsIT {

    @AutoClose
    private static final ApiScene scene = new ApiScene();

    private static final ApiClient admin = scene.admin();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            POST /findings/dismissals | {"finding":"x","reason":5,"hours":1} | reason must be text
            POST /findings/dismissals | {"finding":5,"reason":"r","hours":1} | finding must be text
            POST /findings/dismissals | {"finding":"x","reason":"r","hours":"1"} | hours must be a whole number
            POST /findings/dismissals | {"finding":"x","reason":"r","hours":1.5} | hours must be a whole number
            POST /findings/dismissals | {"finding":"x","reason":"r","hours":null} | hours must be a whole number
            POST /locks/-/page:00/eviction | {"reason":5} | reason must be text
            POST /locks/-/page:00/eviction | {"reason":true} | reason must be text
            POST /locks/-/page:00/eviction | {"reason":["r"]} | reason must be text
            POST /locks/-/page:00/eviction | {"reason":"r","now":1} | now must be true or false
            POST /locks/-/page:00/eviction | {"reason":"r","now":"true","confirm":"page:00"} | now must be true or false
            POST /locks/-/page:00/take-out | {"reason":1.5} | reason must be text
            POST /evictions | {"reason":false,"leases":[]} | reason must be text
            POST /evictions | {"reason":"r","leases":{}} | leases must be a list
            POST /evictions | {"reason":"r","leases":[{"lock":1,"etag":"1"}]} | leases[0].lock must be text
            POST /evictions | {"reason":"r","leases":[{"lock":"a","etag":1}]} | leases[0].etag must be text
            PUT /locks/-/page:00/pause | {"until":1795258911,"reason":"r"} | until must be a time
            PUT /locks/-/page:00/pause | {"until":"1795258911","reason":"r"} | until must be a time
            PUT /locks/-/page:00/pause | {"until":"tomorrow","reason":"r"} | until must be a time
            POST /users | {"name":5,"role":"VIEWER"} | name must be text
            POST /users | {"name":"a","role":1} | role must be one of
            POST /users | {"name":"a","role":""} | role must be one of
            POST /users | {"name":"a","role":"owner"} | role must be one of
            POST /users | {"name":"a","role":"VIEWER","scope":"all"} | scope must be an object
            POST /users | {"name":"a","role":"VIEWER","scope":{"locks":"order:"}} | scope.locks must be a list
            POST /users | {"name":"a","role":"VIEWER","scope":{"locks":[1]}} | scope.locks[0] must be text
            POST /users | {"name":"a","role":"VIEWER","scope":{"locks":[null]}} | scope.locks
            PUT /alerts/rules/a | {"kinds":["NOPE"],"targets":["x"]} | kinds[0] must be one of
            PUT /alerts/rules/a | {"kinds":[null],"targets":["x"]} | kinds
            PUT /alerts/rules/a | {"targets":["x"],"sendsResolved":"true"} | sendsResolved must be true or false
            PUT /alerts/rules/a | {"targets":["x"],"quiet":{"from":22}} | quiet.from must be text
            PUT /alerts/targets/a | {"url":5} | url must be text
            PUT /four-eyes/rules/a | {"why":5} | why must be text
            PATCH /sources/x | {"releasable":1} | releasable must be true or false
            POST /sources | {"database":1,"collection":"a","dialect":"shedlock"} | database must be text
            POST /consents/x/refusal | {"reason":5} | reason must be text
            PUT /four-eyes/rules/a | {"why":"a","why":"b"} | not a JSON object
            PUT /four-eyes/rules/a | "why" | not a JSON object
            PUT /four-eyes/rules/a | ["why"] | not a JSON object
            PUT /four-eyes/rules/a | 5 | not a JSON object
            PUT /four-eyes/rules/a | null | not a JSON object
            """)
    void aFieldOfAnotherTypeIsNamedAndRefused(String request, String body, String detail) {
        assertProblem(send(request, body), 400, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            GET /discovery?database= | | database's name: it has 1 to 63
            GET /discovery?database=%00 | | database's name: it has 1 to 63
            GET /discovery?database=a%00b | | database's name: it has 1 to 63
            GET /discovery?database=a.b | | database's name: it has 1 to 63
            GET /discovery?database=a&cluster=none | | no cluster “none”
            POST /sources | {"database":"","collection":"a","dialect":"shedlock"} | database's name: it has 1 to 63
            POST /sources | {"database":"a\\u0000","collection":"a","dialect":"shedlock"} | database's name: it has 1 to 63
            POST /sources | {"database":"a","collection":"","dialect":"shedlock"} | collection's name
            POST /sources | {"database":"a","collection":"a\\u0000","dialect":"shedlock"} | collection's name
            POST /sources | {"database":"a","collection":"a","dialect":"none"} | no dialect “none”
            POST /users | {"name":"a b","role":"VIEWER"} | A user name has
            POST /users | {"name":"a\\u0000","role":"VIEWER"} | A user name has
            PUT /alerts/rules/~00 | {"targets":["x"]} | A name has 1 to
            PUT /alerts/targets/~3c | {"recipients":"a@example.com"} | A name has 1 to
            PUT /four-eyes/rules/a | {"why":"a\\nb"} | plain text
            PUT /settings/lock-notes/a | {"runbook":"javascript:alert(1)"} | starts with http:// or https://
            PUT /settings/lock-notes/a | {} | says nothing
            GET /audit?lock=%00 | | NUL
            GET /audit?by=%00 | | NUL
            """)
    void aNameOrNumberAgainstItsRuleIsABadRequestInTheConsolesWords(String request, String body, String detail) {
        assertProblem(send(request, body == null ? "" : body), 400, detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/history?lock=%00", "/history?service=%00&host=%00&operator=%00", "/locks/-?q=%00"})
    void aNulInAFilterFindsNothingAndBreaksNothing(String path) {
        assertThat(admin.get(path).statusCode()).isIn(200, 400);
    }

    /** Written by hand, or by a later version. */
    @ParameterizedTest
    @ValueSource(
            strings = {"{kind: 'later'}", "{prefixes: 'order:', sources: []}", "{prefixes: [1], sources: []}", "{}"})
    void aUserWhoseStoredScopeIsUnknownSeesNoLock(String scope) {
        String name = "odd" + Integer.toHexString(scope.hashCode());
        scene.console()
                .own()
                .getCollection("users")
                .insertOne(new Document("_id", name)
                        .append("hash", "{noop}x")
                        .append("role", "OPERATOR")
                        .append("disabled", false)
                        .append("mustChangePassword", false)
                        .append("stamp", "as-it-was")
                        .append("createdAt", Date.from(Instant.now()))
                        .append("createdBy", "test")
                        .append("scope", Document.parse(scope)));
        JsonNode listed = json(admin.get("/users")).get("users");
        assertThat(listed.toString()).contains("\"" + name + "\"").contains("\"boss\"");
        try (ApiClient odd = new ApiClient(scene.console()).as(name, Role.OPERATOR)) {
            HttpResponse<String> locks = odd.get("/locks/-");
            assertThat(locks.statusCode()).as(locks.body()).isEqualTo(200);
            assertThat(json(locks).get("total").asInt()).isZero();
        }
    }

    @Test
    void whatIsInTheTypeOfTheDescriptionIsTaken() {
        HttpResponse<String> saved = admin.put("/four-eyes/rules/typed", "{\"why\":\"\"}");
        assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
        assertThat(admin.put("/four-eyes/rules/none", "{}").statusCode()).isEqualTo(200);
        assertThat(admin.put("/four-eyes/rules/null", "{\"why\":null}").statusCode())
                .isEqualTo(200);
    }

    private static HttpResponse<String> send(String request, String body) {
        String[] parts = request.split(" ", 2);
        return admin.call(parts[0], parts[1], body, "If-Match", "\"1\"");
    }
}
