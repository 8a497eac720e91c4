package io.lockkeeper.benchmark.micro;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs every benchmark of this package, or those whose names contain an argument, and counts what they allocate. */
final class MicroMain {

    private static final TimeValue SECOND = TimeValue.seconds(1);

    private MicroMain() {}

    public static void main(String[] arguments) throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        options.forks(1)
                .addProfiler(GCProfiler.class)
                .warmupIterations(3)
                .warmupTime(SECOND)
                .measurementIterations(5)
                .measurementTime(SECOND);
        String[] included = arguments.length == 0 ? new String[] {MicroMain.class.getPackageName()} : arguments;
        for (String each : included) {
            options.include(each);
        }
        new Runner(options.build()).run();
    }
}
