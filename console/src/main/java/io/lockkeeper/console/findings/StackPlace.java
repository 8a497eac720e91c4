package io.lockkeeper.console.findings;

import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.ThreadStack;
import java.util.List;
import java.util.Optional;

/** Where a holder's thread stands, in one call: the first that is not the JDK's. */
public final class StackPlace {

    private StackPlace() {}

    /** For example {@code Figures.await:88}; empty where no stack is attached. */
    public static String of(Holder holder) {
        ThreadStack stack = holder.stack();
        return stack == null ? "" : Words.visible(brief(frame(stack.frames())));
    }

    private static String frame(List<String> frames) {
        Optional<String> own = frames.stream()
                .filter(frame -> !frame.startsWith("java.") && !frame.startsWith("jdk."))
                .findFirst();
        return own.orElseGet(() -> frames.isEmpty() ? "" : frames.getFirst());
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
