package io.lockkeeper.spring;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.asm.ClassReader;
import org.springframework.asm.Type;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds in a class's bytecode the calls of its own locked methods on {@code this}, past its proxy: in its methods and lambdas, in its inner
 * and anonymous classes, and in what it inherits. A method that has any other reference to an object of its class, by which it might call
 * the proxy, is not reported. The call of {@code super.book()} in {@code book()} does not count: the proxy has taken the lock.
 */
final class SelfCalls {

    private static final Logger log = LoggerFactory.getLogger(SelfCalls.class);

    private final Class<?> type;
    private final Set<String> owners = new HashSet<>();
    private final Set<String> locked = new HashSet<>();
    private final List<SelfCall> found = new ArrayList<>();

    private SelfCalls(Class<?> type, Collection<Method> methods) {
        this.type = type;
        methods.forEach(this::addLocked);
        for (Method method : ReflectionUtils.getAllDeclaredMethods(type)) {
            if (method.isBridge() && methods.contains(BridgeMethodResolver.findBridgedMethod(method))) {
                addLocked(method);
            }
        }
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            owners.add(Type.getInternalName(each));
        }
        ClassUtils.getAllInterfacesForClassAsSet(type).forEach(each -> owners.add(Type.getInternalName(each)));
    }

    /** A call of {@code called} by {@code caller}, both methods of one class. */
    record SelfCall(String caller, String called) {}

    static List<SelfCall> in(Class<?> type, Collection<Method> lockedMethods) {
        SelfCalls calls = new SelfCalls(type, lockedMethods);
        calls.lookAtAll();
        return calls.found.stream().distinct().toList();
    }

    boolean isOwn(Type type) {
        return type.getSort() == Type.OBJECT && isOwn(type.getInternalName());
    }

    boolean isOwn(String internalName) {
        return owners.contains(internalName);
    }

    boolean isLocked(String name, String descriptor) {
        return locked.contains(name + descriptor);
    }

    private void addLocked(Method method) {
        locked.add(method.getName() + Type.getMethodDescriptor(method));
    }

    private void lookAtAll() {
        Set<String> known = new HashSet<>(owners);
        Queue<String> waiting = new ArrayDeque<>(owners);
        while (!waiting.isEmpty()) {
            for (String inner : look(waiting.remove())) {
                if (known.add(inner)) {
                    waiting.add(inner);
                }
            }
        }
    }

    /**
     * Returns the class's inner classes. A class whose bytecode cannot be found or read, as one made at run time, is passed over, as are
     * the JDK's, which call none of ours.
     */
    private List<String> look(String internalName) {
        if (internalName.startsWith("java/")) {
            return List.of();
        }
        try (InputStream bytecode = type.getResourceAsStream("/" + internalName + ClassUtils.CLASS_FILE_SUFFIX)) {
            if (bytecode != null) {
                SelfCallReader reader = new SelfCallReader(this);
                new ClassReader(bytecode).accept(reader, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
                found.addAll(reader.calls());
                return reader.innerClasses();
            }
        } catch (IOException | IllegalArgumentException e) {
            log.debug("{} could not be searched for calls of locked methods of {}", internalName, type, e);
        }
        return List.of();
    }
}
