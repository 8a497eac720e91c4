package io.lockkeeper.spring;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * Finds in a class's bytecode where it calls its own locked methods on {@code this}, past its proxy. A method of the class that has any
 * other reference to an object of its class, by which it might call the proxy, is given the benefit of the doubt.
 */
final class SelfCalls {

    private static final Logger log = LoggerFactory.getLogger(SelfCalls.class);

    private final Set<String> owners = new HashSet<>();
    private final Set<String> locked;
    private final List<SelfCall> found = new ArrayList<>();

    private SelfCalls(Class<?> type, Collection<Method> methods) {
        locked = methods.stream()
                .map(method -> method.getName() + Type.getMethodDescriptor(method))
                .collect(Collectors.toSet());
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            owners.add(Type.getInternalName(each));
        }
    }

    /** That {@code caller} calls {@code called}, both of them methods of one class. */
    record SelfCall(String caller, String called) {}

    static List<SelfCall> in(Class<?> type, Collection<Method> lockedMethods) {
        SelfCalls calls = new SelfCalls(type, lockedMethods);
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            calls.look(each);
        }
        return calls.found.stream().distinct().toList();
    }

    /** A class whose bytecode cannot be had or read, as one made at run time, is passed over. */
    private void look(Class<?> type) {
        try (InputStream bytecode = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
            if (bytecode != null) {
                new ClassReader(bytecode).accept(new Reading(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | IllegalArgumentException e) {
            log.debug("{} could not be searched for calls of its own methods with @Locked", type, e);
        }
    }

    private boolean isOwn(Type type) {
        return type.getSort() == Type.OBJECT && owners.contains(type.getInternalName());
    }

    private final class Reading extends ClassVisitor {
        Reading() {
            super(SpringAsmInfo.ASM_VERSION);
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return new Body(name, descriptor);
        }
    }

    private final class Body extends MethodVisitor {
        private final String name;
        private final List<SelfCall> calls = new ArrayList<>();
        private boolean knowsOthersOfItsClass;

        Body(String name, String descriptor) {
            super(SpringAsmInfo.ASM_VERSION);
            this.name = name;
            for (Type argument : Type.getArgumentTypes(descriptor)) {
                knowsOthersOfItsClass |= isOwn(argument);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String descriptor, boolean isInterface) {
            if (opcode != Opcodes.INVOKESTATIC && owners.contains(owner) && locked.contains(called + descriptor)) {
                calls.add(new SelfCall(name, called));
            }
            knowsOthersOfItsClass |= isOwn(Type.getReturnType(descriptor));
        }

        /** A method reference: {@code this::book}. */
        @Override
        public void visitInvokeDynamicInsn(String site, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle
                        && owners.contains(handle.getOwner())
                        && locked.contains(handle.getName() + handle.getDesc())) {
                    calls.add(new SelfCall(name, handle.getName()));
                }
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
            knowsOthersOfItsClass |= isOwn(Type.getType(descriptor));
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            knowsOthersOfItsClass |= opcode != Opcodes.INSTANCEOF && isOwn(Type.getObjectType(type));
        }

        @Override
        public void visitEnd() {
            if (!knowsOthersOfItsClass) {
                found.addAll(calls);
            }
        }
    }
}
