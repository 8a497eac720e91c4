package io.lockkeeper.agent;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The source files of agent and model that a process enters on its main thread, seen by a debugger, between calls of its own methods. */
final class FilesEntered {

    private final Class<?> main;
    private final VirtualMachine process;
    private final Map<String, Set<String>> byMark = new TreeMap<>();
    private Set<String> entered = new TreeSet<>();

    private FilesEntered(Class<?> main, VirtualMachine process) {
        this.main = main;
        this.process = process;
    }

    /** Traces the process from its call of {@code begin()} on. */
    static FilesEntered by(Class<?> main) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        set(arguments, "main", main.getName());
        set(arguments, "options", "-Xint -cp \"" + System.getProperty("java.class.path") + "\"");
        FilesEntered files = new FilesEntered(main, connector.launch(arguments));
        files.trace();
        return files;
    }

    /** Those entered before the process called that method of its own, and after the one before. */
    Set<String> until(String method) {
        return Objects.requireNonNull(byMark.get(method), method);
    }

    private static void set(Map<String, Connector.Argument> arguments, String name, String value) {
        Objects.requireNonNull(arguments.get(name), name).setValue(value);
    }

    private void trace() throws InterruptedException {
        ClassPrepareRequest loaded = process.eventRequestManager().createClassPrepareRequest();
        loaded.addClassFilter(main.getName());
        loaded.enable();
        process.resume();
        boolean runs = true;
        while (runs) {
            EventSet events = process.eventQueue().remove();
            for (Event event : events) {
                runs = !(event instanceof VMDisconnectEvent);
                heard(event);
            }
            if (runs) {
                events.resume();
            }
        }
    }

    private void heard(Event event) {
        switch (event) {
            case ClassPrepareEvent loaded -> stopAt("begin", loaded.referenceType());
            case BreakpointEvent begins -> traceFrom(begins.thread());
            case MethodEntryEvent entry -> enter(entry.method());
            default -> {}
        }
    }

    /** Only there are methods traced from: it makes the process slow. */
    private void stopAt(String method, ReferenceType type) {
        Location first = type.methodsByName(method).getFirst().location();
        process.eventRequestManager().createBreakpointRequest(first).enable();
    }

    private void traceFrom(ThreadReference thread) {
        MethodEntryRequest entries = process.eventRequestManager().createMethodEntryRequest();
        entries.addClassFilter("io.lockkeeper.*");
        entries.addThreadFilter(thread);
        entries.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        entries.enable();
    }

    private void enter(Method method) {
        String type = method.declaringType().name();
        if (type.equals(main.getName()) && !method.isSynthetic()) {
            byMark.put(method.name(), entered);
            entered = new TreeSet<>();
        } else if (!type.startsWith(main.getName())) {
            entered.add(type.replaceFirst("\\$.*", ""));
        }
    }
}
