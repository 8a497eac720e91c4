package io.lockkeeper.commandline.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * A signal of the operating system. The JDK has no other way to take one and not end than {@code sun.misc.Signal}, of which javac warns
 * without letting that be suppressed, so that it is called by reflection, as JLine does.
 *
 * @param name without {@code SIG}
 */
record SystemSignal(String name, int number) {

    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

    /**
     * Has the action run, on a thread of its own, each time the signal arrives. A signal that was ignored when this process was started, as
     * by {@code nohup}, stays ignored.
     */
    static void handle(String name, Consumer<SystemSignal> action) {
        try {
            Class<?> type = Class.forName(SIGNAL);
            Class<?> handlerType = Class.forName(HANDLER);
            Object signal = type.getConstructor(String.class).newInstance(name);
            SystemSignal known =
                    new SystemSignal(name, (Integer) type.getMethod("getNumber").invoke(signal));
            Object handler = Proxy.newProxyInstance(
                    SystemSignal.class.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> {
                        action.accept(known);
                        return null;
                    });
            Object before = type.getMethod("handle", type, handlerType).invoke(null, signal, handler);
            Object ignore = handlerType.getField("SIG_IGN").get(null);
            if (ignore.equals(before)) {
                type.getMethod("handle", type, handlerType).invoke(null, signal, ignore);
            }
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("The signal %s cannot be taken".formatted(name), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This Java has no " + SIGNAL, e);
        }
    }
}
