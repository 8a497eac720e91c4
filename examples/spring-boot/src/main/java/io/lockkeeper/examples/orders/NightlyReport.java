package io.lockkeeper.examples.orders;

import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.WhenRefused;
import org.bson.Document;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Written once a night, by whichever instance comes first. The others find it taken, also those whose clocks are behind. */
@Component
class NightlyReport {

    private final MongoTemplate mongo;

    NightlyReport(MongoTemplate mongo) {
        this.mongo = mongo;
    }

    @Scheduled(cron = "${orders.report.cron}")
    @Locked(value = "nightly-report", whenRefused = WhenRefused.SKIP, shortestHold = "10m", longestHold = "2h")
    void write() {
        long orders = mongo.count(new Query(), Order.class);
        mongo.insert(
                new Document("orders", orders)
                        .append("token", CurrentLease.get().token()),
                "reports");
    }
}
