package io.lockkeeper.faults.history;

import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.HashSet;
import java.util.Set;
import org.bson.Document;

/** Adds the records of the audit to the history. */
public final class AuditObserver {

    private final MongoCollection<Document> audit;
    private final History history;
    private final Set<String> known = new HashSet<>();

    public AuditObserver(MongoDatabase database, History history) {
        this.audit = database.getCollection("audit").withReadConcern(ReadConcern.MAJORITY);
        this.history = history;
    }

    /** Reads what is new. */
    public void catchUp() {
        for (Document record : audit.find()) {
            String id = record.getString("_id");
            if (known.add(id)) {
                String outcome = record.getString("outcome");
                history.add(new Event.Audited(
                        System.nanoTime(), id.replace("/result", ""), outcome == null ? "" : outcome));
            }
        }
    }
}
