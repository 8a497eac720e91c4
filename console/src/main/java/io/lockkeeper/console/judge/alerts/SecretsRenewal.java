package io.lockkeeper.console.judge.alerts;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.ground.store.OwnTransactions;
import io.lockkeeper.console.ground.store.StoreReady;
import io.lockkeeper.console.people.logins.AccessLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/**
 * At startup, re-encrypts with the new key what was encrypted with the previous one, on record. When several consoles start at
 * once, one of them re-encrypts each secret; the others find it changed and leave it.
 */
@Component
class SecretsRenewal {

    private static final Logger LOG = LoggerFactory.getLogger(SecretsRenewal.class);

    private final OwnRecords records;
    private final SecretsKey key;
    private final MongoTemplate own;
    private final OwnTransactions transactions;
    private final AccessLog log;

    SecretsRenewal(OwnRecords records, SecretsKey key, MongoTemplate own, OwnTransactions transactions, AccessLog log) {
        this.records = records;
        this.key = key;
        this.own = own;
        this.transactions = transactions;
        this.log = log;
    }

    /** A secret that cannot be written now stays readable with the previous key, and is re-encrypted at the next start. */
    @EventListener
    void ready(StoreReady ready) {
        for (AlertTarget target : records.find(AlertRounds.BY_NAME, AlertTarget.class)) {
            Sealed sealed = target.secret();
            if (sealed != null) {
                try {
                    renewIfOld(target.name(), sealed);
                } catch (DataAccessException | SecretsKey.UnreadableSecretException e) {
                    LOG.warn(
                            "A secret could not be encrypted again: target={} because=\"{}\"",
                            target.name(),
                            e.getMessage());
                }
            }
        }
    }

    private void renewIfOld(String target, Sealed sealed) {
        if (key.isToBeRenewed(sealed)) {
            renew(target, sealed);
        }
    }

    private void renew(String target, Sealed old) {
        Sealed renewed = key.seal(target, key.open(target, old));
        transactions.run(() -> {
            long changed = own.updateFirst(
                            query(where("_id").is(target).and("secret.bytes").is(old.bytes())),
                            new Update().set("secret", renewed),
                            AlertTarget.class)
                    .getModifiedCount();
            if (changed > 0) {
                log.configured(target, "console", "", "its secret was encrypted with the new key");
            }
        });
    }
}
