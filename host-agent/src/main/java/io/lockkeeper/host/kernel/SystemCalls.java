package io.lockkeeper.host.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The system calls for which the JDK has no methods: those that ask the kernel for the process at the other end of a socket, and for the time
 * since the boot. They are made by {@code java.lang.foreign}, which is of JDK 22, while this is compiled for 21: hence by its name.
 */
final class SystemCalls {

    private static final Logger log = LoggerFactory.getLogger(SystemCalls.class);

    private static final String FOREIGN = "java.lang.foreign.";
    private static final int FIRST_RELEASE = 22;
    /** Those whose kernel has the numbers below. */
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "aarch64");

    private static final int SOL_SOCKET = 1;
    private static final int SO_PEERCRED = 17;
    private static final int SO_PEERPIDFD = 77;
    private static final int CREDENTIALS_BYTES = 12;
    private static final short POLLIN = 1;
    private static final int CLOCK_BOOTTIME = 7;

    private static final Optional<SystemCalls> HERE = find();

    private final Method descriptor;
    private final MethodHandle getsockopt;
    private final MethodHandle poll;
    private final MethodHandle close;
    private final MethodHandle gettime;
    private final ThreadLocal<Room> rooms;

    /** Where the kernel writes its answers, and its addresses. */
    private record Room(ByteBuffer value, Object valueAddress, ByteBuffer length, Object lengthAddress) {

        static Room make(Method ofBuffer) {
            ByteBuffer value = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
            ByteBuffer length = ByteBuffer.allocateDirect(4).order(ByteOrder.nativeOrder());
            try {
                return new Room(value, ofBuffer.invoke(null, value), length, ofBuffer.invoke(null, length));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("There is no room for the kernel's answers", e);
            }
        }
    }

    private SystemCalls() throws ReflectiveOperationException {
        descriptor = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFDVal");
        Object linker = type("Linker").getMethod("nativeLinker").invoke(null);
        Object number = type("ValueLayout").getField("JAVA_INT").get(null);
        Object large = type("ValueLayout").getField("JAVA_LONG").get(null);
        Object address = type("ValueLayout").getField("ADDRESS").get(null);
        getsockopt = find(linker, "getsockopt", number, number, number, number, address, address);
        poll = find(linker, "poll", number, address, large, number);
        close = find(linker, "close", number, number);
        gettime = find(linker, "clock_gettime", number, number, address);
        Method ofBuffer = type("MemorySegment").getMethod("ofBuffer", Buffer.class);
        rooms = ThreadLocal.withInitial(() -> Room.make(ofBuffer));
    }

    /** Empty where they cannot be made: before JDK 22, elsewhere than on Linux, and unless the JVM's options allow it. */
    static Optional<SystemCalls> ofThisMachine() {
        return HERE;
    }

    private static Optional<SystemCalls> find() {
        try {
            return areAllowed() ? Optional.of(new SystemCalls()) : Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException e) {
            log.warn("The kernel's descriptors of processes are not used: ends of processes are read from /proc", e);
            return Optional.empty();
        }
    }

    /** Without its options the JVM would print warnings, and soon refuse. */
    private static boolean areAllowed() throws ReflectiveOperationException {
        if (Runtime.version().feature() < FIRST_RELEASE
                || !System.getProperty("os.name").equals("Linux")
                || !ARCHITECTURES.contains(System.getProperty("os.arch"))) {
            return false;
        }
        Module own = SystemCalls.class.getModule();
        Module jdk = Object.class.getModule();
        return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(own)
                && jdk.isExported("sun.nio.ch", own);
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(FOREIGN + name);
    }

    private static MethodHandle find(Object linker, String name, Object answer, Object... parameters)
            throws ReflectiveOperationException {
        Class<?> layout = type("MemoryLayout");
        Object layouts = Array.newInstance(layout, parameters.length);
        for (int i = 0; i < parameters.length; i++) {
            Array.set(layouts, i, parameters[i]);
        }
        Object lookup = type("Linker").getMethod("defaultLookup").invoke(linker);
        Optional<?> symbol = (Optional<?>)
                type("SymbolLookup").getMethod("find", String.class).invoke(lookup, name);
        Class<?> function = type("FunctionDescriptor");
        Class<?> option = type("Linker$Option");
        return (MethodHandle) type("Linker")
                .getMethod("downcallHandle", type("MemorySegment"), function, option.arrayType())
                .invoke(
                        linker,
                        symbol.orElseThrow(() -> new NoSuchElementException(name)),
                        function.getMethod("of", layout, layout.arrayType()).invoke(null, answer, layouts),
                        Array.newInstance(option, 0));
    }

    /** The descriptor of the process that connected the socket's other end; empty before Linux 6.5, and if it has ended for long. */
    Optional<Integer> processOf(SocketChannel channel) {
        Room room = rooms.get();
        return option(channel, SO_PEERPIDFD, Integer.BYTES, room)
                ? Optional.of(room.value().getInt(0))
                : Optional.empty();
    }

    /** The number of that process in the pid namespace of this one; zero if it is not in it. */
    long pidOf(SocketChannel channel) {
        Room room = rooms.get();
        return option(channel, SO_PEERCRED, CREDENTIALS_BYTES, room)
                ? room.value().getInt(0)
                : 0;
    }

    private boolean option(SocketChannel channel, int option, int bytes, Room room) {
        room.length().putInt(0, bytes);
        try {
            int socket = (int) descriptor.invoke(channel);
            return (int) getsockopt.invoke(socket, SOL_SOCKET, option, room.valueAddress(), room.lengthAddress()) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("The kernel could not be asked for a socket's process", e);
        }
    }

    /** Whether the process of the descriptor has ended, with all its threads. */
    boolean hasEnded(int process) {
        Room room = rooms.get();
        room.value().putInt(0, process).putShort(4, POLLIN).putShort(6, (short) 0);
        try {
            return (int) poll.invoke(room.valueAddress(), 1L, 0) == 1
                    && (room.value().getShort(6) & POLLIN) != 0;
        } catch (Throwable e) {
            throw new IllegalStateException("The kernel could not be asked for the end of a process", e);
        }
    }

    /** Milliseconds since the boot, those of suspension among them. */
    long sinceBoot() {
        Room room = rooms.get();
        try {
            if ((int) gettime.invoke(CLOCK_BOOTTIME, room.valueAddress()) == 0) {
                return room.value().getLong(0) * 1_000 + room.value().getLong(8) / 1_000_000;
            }
        } catch (Throwable e) {
            throw new IllegalStateException("The kernel could not be asked for the time", e);
        }
        throw new IllegalStateException("The kernel does not say the time since its boot");
    }

    void close(int process) {
        try {
            var unused = (int) close.invoke(process);
        } catch (Throwable e) {
            throw new IllegalStateException("A process's descriptor could not be closed", e);
        }
    }
}
