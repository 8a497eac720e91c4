package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Pre;
import java.util.List;

/** How to take a lock, as code that runs with the cluster's own address. */
public final class LockExamples extends Div {

    /** Compiled by a test of the module {@code docs}, with an address in it. */
    private static final String JAVA = """
        import com.mongodb.client.MongoClient;
        import com.mongodb.client.MongoClients;
        import io.lockkeeper.agent.AgentOptions;
        import io.lockkeeper.agent.Lease;
        import io.lockkeeper.agent.LockAgent;

        MongoClient client = MongoClients.create("ADDRESS");
        LockAgent agent = LockAgent.connect(client, "DATABASE", AgentOptions.forService("billing"));

        void send() throws InterruptedException {
            try (Lease lease = agent.acquire("send_sms")) {   // waits its turn, renews itself
                sms.send(batch, lease.token());
            }
        }
        """;

    private static final String SPRING_BOOT = """
        # application.properties, with io.lockkeeper:lockkeeper-spring-boot-starter
        spring.mongodb.uri=ADDRESS

        @Scheduled(cron = "0 0 3 * * *")
        @Locked("nightly-report")                             // of all instances, one at a time
        void report() {
            reports.write(CurrentLease.get().token());
        }
        """;

    private static final String COMMAND_LINE = """
        export LOCKKEEPER_MONGODB_URI='ADDRESS'

        lockkeeper run nightly-report -- ./report.sh          # waits its turn
        lockkeeper run nightly-report --no-wait -- ./report.sh
        """;

    private final Pre code = new Pre();
    private final Segments<Example> kinds;
    private final String uri;
    private final String database;

    private enum Example {
        JAVA_CODE("Java", JAVA),
        SPRING("Spring Boot", SPRING_BOOT),
        RUN("Command line", COMMAND_LINE);

        private final String title;
        private final String text;

        Example(String title, String text) {
            this.title = title;
            this.text = text;
        }
    }

    /**
     * @param uri where services find the locks
     * @param database that has them
     */
    public LockExamples(String uri, String database) {
        this.uri = uri;
        this.database = database;
        kinds = new Segments<>("Language", List.of(Example.values()), example -> example.title, this::show);
        addClassName("lock-examples");
        Div tools = new Div(kinds, CopyLink.text("Copy the code", code));
        tools.addClassName("tools");
        add(tools, code);
        show(Example.JAVA_CODE);
    }

    private void show(Example example) {
        kinds.show(example);
        code.setText(example.text.replace("ADDRESS", uri).replace("DATABASE", database));
    }
}
