package io.lockkeeper.spring.boot;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.test.MongoServer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * What the starter adds to the start of a service: run it, and it prints medians of alternating starts, in one warm JVM, with all parts of
 * the starter and with {@code lockkeeper.enabled=false}.
 */
final class StartCostMain {

    private static final int STARTS = 11;
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private StartCostMain() {}

    public static void main(String[] args) {
        MongoDatabase database = MongoServer.shared().freshDatabase();
        List<Start> with = new ArrayList<>();
        List<Start> without = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            without.add(start(database, false));
            with.add(start(database, true));
        }
        System.out.printf("without %s%nwith    %s%n", median(without), median(with));
        System.exit(0);
    }

    /** What a start took, as time of the processor in its thread, and how many beans there were then. */
    private record Start(double cpuMillis, int beans) {}

    private static Start start(MongoDatabase database, boolean enabled) {
        long before = CPU.getCurrentThreadCpuTime();
        try (ConfigurableApplicationContext service = new SpringApplicationBuilder(Service.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.mongodb.uri=" + Contexts.uri(database),
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=error",
                        "--lockkeeper.enabled=" + enabled)) {
            return new Start((CPU.getCurrentThreadCpuTime() - before) / 1e6, service.getBeanDefinitionCount());
        }
    }

    private static Start median(List<Start> starts) {
        return starts.stream()
                .sorted((one, other) -> Double.compare(one.cpuMillis(), other.cpuMillis()))
                .toList()
                .get(starts.size() / 2);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Service {
        @Locked("report")
        public void report() {}
    }
}
