import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import java.time.Duration;
import org.bson.Document;

/** Makes the mongod on a port of this machine a replica set of one, and leaves a lock there that somebody holds. */
class StartSet {

    public static void main(String[] arguments) throws Exception {
        String host = "127.0.0.1:" + arguments[0];
        try (MongoClient client = MongoClients.create("mongodb://" + host + "/?directConnection=true&serverSelectionTimeoutMS=20000")) {
            MongoDatabase admin = client.getDatabase("admin");
            admin.runCommand(Document.parse("{ replSetInitiate: { _id: 'rs0', members: [ { _id: 0, host: '%s' } ] } }".formatted(host)));
            while (!admin.runCommand(new Document("hello", 1)).getBoolean("isWritablePrimary", false)) {
                Thread.sleep(50);
            }
        }
        try (MongoClient client = MongoClients.create("mongodb://" + host + "/?replicaSet=rs0")) {
            LockAgent.connect(client, "training", AgentOptions.forService("training").withTtl(Duration.ofMinutes(5))).acquire("training");
            System.exit(0); // without a release: the lock is held until its lease ends
        }
    }
}
