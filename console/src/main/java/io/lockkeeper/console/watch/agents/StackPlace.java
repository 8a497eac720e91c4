package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.ThreadStack;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds where a holder's thread stands: the topmost frame that is not the JDK's. */
public final class StackPlace {

    private static final List<String> LIBRARIES = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.sun.",
            "jakarta.",
            "kotlin.",
            "kotlinx.",
            "scala.",
            "com.mongodb.",
            "com.zaxxer.",
            "io.lockkeeper.agent.",
            "io.lockkeeper.cdi.",
            "io.lockkeeper.kotlin.",
            "io.lockkeeper.spring.",
            "io.netty.",
            "io.micrometer.",
            "okhttp3.",
            "org.apache.",
            "org.eclipse.jetty.",
            "org.hibernate.",
            "org.quartz.",
            "org.springframework.",
            "reactor.");

    private StackPlace() {}

    /** The place, for example {@code Figures.await:88}; empty where no stack is attached. */
    public static String of(Holder holder) {
        ThreadStack stack = holder.stack();
        return stack == null ? "" : Formats.visible(brief(frame(stack.frames())));
    }

    /** Whether a frame belongs to the service's own code: not to the JDK, and not to a common library. */
    public static boolean isOwn(String frame) {
        String call = frame.substring(frame.lastIndexOf('/') + 1);
        return LIBRARIES.stream().noneMatch(call::startsWith);
    }

    private static String frame(List<String> frames) {
        return Stream.<Predicate<String>>of(StackPlace::isOwn, StackPlace::isBeyondTheJdk, any -> true)
                .flatMap(which -> frames.stream().filter(which).limit(1))
                .findFirst()
                .orElse("");
    }

    private static boolean isBeyondTheJdk(String frame) {
        return !frame.startsWith("java.") && !frame.startsWith("jdk.");
    }

    /** {@code app//shop.report.Figures.await(Figures.java:88)} is {@code Figures.await:88}. */
    private static String brief(String frame) {
        String call = frame.substring(frame.lastIndexOf('/') + 1);
        int open = call.indexOf('(');
        if (open < 0) {
            return call;
        }
        int colon = call.lastIndexOf(':');
        String line = colon > open ? call.substring(colon, call.length() - 1) : "";
        String method = call.substring(0, open);
        int dot = method.lastIndexOf('.', method.lastIndexOf('.') - 1);
        return method.substring(dot + 1) + line;
    }
}
