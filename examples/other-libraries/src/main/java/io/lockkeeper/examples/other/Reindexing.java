package io.lockkeeper.examples.other;

import static org.quartz.JobBuilder.newJob;
import static org.quartz.SimpleScheduleBuilder.repeatSecondlyForever;
import static org.quartz.TriggerBuilder.newTrigger;

import java.util.Properties;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.ObjectAlreadyExistsException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.impl.StdSchedulerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds search indexes by Quartz, whose nodes share their jobs by locks of quartz-mongodb. */
final class Reindexing {

    private static final Logger log = LoggerFactory.getLogger(Reindexing.class);

    private static final int TIME_OUT_MILLIS = 600_000; // the library's own default

    private Reindexing() {}

    /** One search index, by one node at a time. */
    @DisallowConcurrentExecution
    public static final class Reindex implements Job {
        @Override
        public void execute(JobExecutionContext context) throws JobExecutionException {
            log.info("Builds the index {}", context.getJobDetail().getKey().getName());
            try {
                Thread.sleep(4_000);
            } catch (InterruptedException e) {
                throw new JobExecutionException(e);
            }
        }
    }

    public static void main(String[] arguments) throws SchedulerException {
        Scheduler scheduler = new StdSchedulerFactory(properties(arguments[0], TIME_OUT_MILLIS)).getScheduler();
        add(scheduler, "products", 11);
        add(scheduler, "customers", 17);
        scheduler.start();
        log.info("{} builds indexes", arguments[0]);
    }

    private static void add(Scheduler scheduler, String index, int seconds) throws SchedulerException {
        JobDetail job = newJob(Reindex.class).withIdentity(index, "reindex").build();
        try {
            scheduler.scheduleJob(
                    job,
                    newTrigger()
                            .withIdentity(index, "reindex")
                            .withSchedule(repeatSecondlyForever(seconds))
                            .build());
        } catch (ObjectAlreadyExistsException e) {
            log.debug("The other node has added {}", index);
        }
    }

    /** Where locks of jobs and triggers are taken for abandoned after that time. */
    static Properties properties(String instance, int timeOutMillis) {
        Properties properties = new Properties();
        properties.put("org.quartz.scheduler.instanceName", "reindexing");
        properties.put("org.quartz.scheduler.instanceId", instance);
        properties.put("org.quartz.scheduler.skipUpdateCheck", "true");
        properties.put("org.quartz.threadPool.threadCount", "2");
        properties.put("org.quartz.jobStore.class", "com.novemberain.quartz.mongodb.MongoDBJobStore");
        properties.put("org.quartz.jobStore.mongoUri", Shop.uri());
        properties.put("org.quartz.jobStore.dbName", Shop.DATABASE);
        properties.put("org.quartz.jobStore.collectionPrefix", "quartz");
        properties.put("org.quartz.jobStore.isClustered", "true");
        properties.put("org.quartz.jobStore.clusterCheckinInterval", "2000");
        properties.put("org.quartz.jobStore.triggerTimeoutMillis", Integer.toString(timeOutMillis));
        properties.put("org.quartz.jobStore.jobTimeoutMillis", Integer.toString(timeOutMillis));
        return properties;
    }
}
