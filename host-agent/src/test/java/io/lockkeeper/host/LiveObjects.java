package io.lockkeeper.host;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** How many objects of a class this JVM keeps, after a full collection. */
final class LiveObjects {

    private LiveObjects() {}

    static long of(Class<?> type) throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return histogram
                .lines()
                .map(line -> line.trim().split("\\s+", -1))
                .filter(columns -> columns.length >= 4 && columns[3].equals(type.getName()))
                .mapToLong(columns -> Long.parseLong(columns[1]))
                .sum();
    }
}
