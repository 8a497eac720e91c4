package io.lockkeeper.examples.other;

import static org.quartz.JobBuilder.newJob;
import static org.quartz.TriggerBuilder.newTrigger;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.impl.StdSchedulerFactory;

/** A node of Quartz, and an exclusive job that runs until it is ordered to end. */
final class DrivenQuartz implements Driven {

    private static final BlockingQueue<String> TOLD = new LinkedBlockingQueue<>();
    private static final BlockingQueue<String> SAID = new LinkedBlockingQueue<>();

    private final Scheduler scheduler;

    DrivenQuartz(String instance) throws SchedulerException {
        scheduler = new StdSchedulerFactory(Reindexing.properties(instance, 6_000)).getScheduler();
    }

    /** Runs until it is ordered to end. */
    @DisallowConcurrentExecution
    public static final class Exclusive implements Job {
        @Override
        public void execute(JobExecutionContext context) throws JobExecutionException {
            SAID.add(context.isRecovering() ? "recovering" : "running");
            try {
                TOLD.take();
            } catch (InterruptedException e) {
                throw new JobExecutionException(e);
            }
        }
    }

    @Override
    public String perform(String command) throws Exception {
        switch (command) {
            case "prepare" -> scheduler.start();
            case "acquire" ->
                scheduler.scheduleJob(
                        newJob(Exclusive.class)
                                .withIdentity("report", "shop")
                                .requestRecovery(true)
                                .storeDurably()
                                .build(),
                        newTrigger().withIdentity("report", "shop").startNow().build());
            case "release" -> TOLD.add(command);
            case "listen" -> {}
            default -> throw Driven.unknown(command);
        }
        return command.equals("acquire") || command.equals("listen") ? heard() : "done";
    }

    private static String heard() throws InterruptedException {
        String said = SAID.poll(50, TimeUnit.SECONDS);
        return said == null ? "nothing" : said;
    }
}
