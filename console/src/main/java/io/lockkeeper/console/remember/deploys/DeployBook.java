package io.lockkeeper.console.remember.deploys;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * The last deploys in one document, so that one read returns them all.
 *
 * <pre>{@code
 * { _id: "deploys", deploys: [ { service: "billing", version: "0.2.0", before: "0.1.0", at: .. } ] }
 * }</pre>
 *
 * @param deploys the oldest first; what a service runs when it is first seen is one without a version before
 */
@Document("state")
record DeployBook(@Id String id, List<Deploy> deploys) {

    static final String ID = "deploys";
    static final DeployBook EMPTY = new DeployBook(ID, List.of());

    DeployBook {
        deploys = List.copyOf(deploys);
    }

    /** What each service has begun to run last. */
    Map<String, Deploy> latest() {
        Map<String, Deploy> latest = new HashMap<>();
        deploys.forEach(deploy -> latest.put(deploy.service(), deploy));
        return latest;
    }
}
