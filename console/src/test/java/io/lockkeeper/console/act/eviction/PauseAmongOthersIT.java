package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.people.security.Role;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A name without a document, in a collection that another program uses. */
@Tag("nightly")
class PauseAmongOthersIT {

    @AutoClose
    private final Console console = Console.start();

    @Test
    void noDocumentIsMade() {
        MongoCollection<Document> theirs = console.database().getCollection("locks");
        theirs.drop();
        theirs.insertOne(new Document("lockName", "report").append("holder", "app-1"));
        try (ApiClient operator = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR)) {
            String until = Instant.now().plusSeconds(600).toString();
            HttpResponse<String> refused = operator.put(
                    "/locks/-/not-yet/pause",
                    new Document("until", until)
                            .append("reason", "a deployment")
                            .toJson());
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("lockName", "nothing was changed");
        }
        assertThat(theirs.countDocuments()).isEqualTo(1);
    }
}
