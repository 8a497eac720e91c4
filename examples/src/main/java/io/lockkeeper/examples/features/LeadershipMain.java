package io.lockkeeper.examples.features;

import static io.lockkeeper.examples.features.Example.check;
import static io.lockkeeper.examples.features.Example.say;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.leadership.Leadership;
import io.lockkeeper.agent.leadership.LeadershipListener;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Elects one leader among the instances of a service; the next is elected when it resigns. */
final class LeadershipMain {

    private static final LockRequest LOCK = LockRequest.of("example:leadership");

    private LeadershipMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        BlockingQueue<String> elected = new LinkedBlockingQueue<>();
        try (MongoClient client = Example.client();
                LockAgent north = Example.agent(client, "north");
                LockAgent south = Example.agent(client, "south");
                Leadership first = Leadership.campaign(north, LOCK, new Candidate("north", elected))) {
            check("north".equals(elected.poll(10, TimeUnit.SECONDS)), "the first that stands is elected");
            try (Leadership second = Leadership.campaign(south, LOCK, new Candidate("south", elected))) {
                say("Led by " + second.leader().orElseThrow());
                check(first.isLeader() && !second.isLeader(), "one leads, the other stands");
                while (north.attempt(LOCK) instanceof Attempt.Refused held && held.waiting() == 0) {
                    Thread.sleep(50);
                }
                first.resign();
                check("south".equals(elected.poll(10, TimeUnit.SECONDS)), "who resigns hands over to the next");
                check(second.isLeader() && !first.isLeader(), "and stands again");
            }
            check("north".equals(elected.poll(10, TimeUnit.SECONDS)), "which leads again when no other stands");
        }
    }

    private record Candidate(String name, BlockingQueue<String> elected) implements LeadershipListener {
        @Override
        public void elected(Lease lease) {
            elected.add(name);
        }

        @Override
        public void deposed(LeaseLoss loss) {
            say("%s stops: %s".formatted(name, loss));
        }
    }
}
