package io.lockkeeper.spring;

import io.lockkeeper.spring.SelfCalls.SelfCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/** Reads one class, or an inner class of one, for {@link SelfCalls}. */
final class SelfCallReader extends ClassVisitor {

    private final SelfCalls search;
    private final List<Call> calls = new ArrayList<>();
    private final List<String> innerClasses = new ArrayList<>();
    /** The method that contains each lambda. */
    private final Map<Caller, Caller> lambdas = new HashMap<>();

    private String internalName = "";
    private @Nullable String enclosingMethod;

    SelfCallReader(SelfCalls search) {
        super(SpringAsmInfo.ASM_VERSION);
        this.search = search;
    }

    private record Caller(String name, String descriptor) {}

    private record Call(Caller caller, String called, boolean onSuper) {}

    List<String> innerClasses() {
        return innerClasses;
    }

    List<SelfCall> calls() {
        return calls.stream()
                .filter(call -> !isOverrideCallingSuper(call))
                .map(call -> new SelfCall(describe(outermost(call.caller())), call.called()))
                .toList();
    }

    private boolean isOverrideCallingSuper(Call call) {
        Caller caller = outermost(call.caller());
        return call.onSuper()
                && caller.name().equals(call.called())
                && search.isLocked(caller.name(), caller.descriptor());
    }

    private Caller outermost(Caller caller) {
        Caller outer = lambdas.get(caller);
        return outer == null ? caller : outermost(outer);
    }

    /** Attributes a call in an anonymous class to the method that creates the object. */
    private String describe(Caller caller) {
        if (!isInner()) {
            return caller.name();
        }
        return enclosingMethod != null
                ? enclosingMethod
                : internalName.substring(internalName.lastIndexOf('$') + 1) + "." + caller.name();
    }

    private boolean isInner() {
        return !search.isOwn(internalName);
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            @Nullable String signature,
            @Nullable String superName,
            String @Nullable [] interfaces) {
        internalName = name;
    }

    @Override
    public void visitOuterClass(String owner, @Nullable String name, @Nullable String descriptor) {
        enclosingMethod = name;
    }

    @Override
    public void visitInnerClass(String name, @Nullable String outerName, @Nullable String innerName, int access) {
        if (name.startsWith(internalName + "$")) {
            innerClasses.add(name);
        }
    }

    /** Skips bridge methods, which only pass on their arguments. */
    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        return (access & Opcodes.ACC_BRIDGE) == 0 ? new Body(new Caller(name, descriptor)) : null;
    }

    private final class Body extends MethodVisitor {
        private final Caller method;
        private final List<Call> made = new ArrayList<>();
        private boolean knowsOthersOfItsClass;

        Body(Caller method) {
            super(SpringAsmInfo.ASM_VERSION);
            this.method = method;
            for (Type argument : Type.getArgumentTypes(method.descriptor())) {
                knowsOthersOfItsClass |= search.isOwn(argument);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String descriptor, boolean isInterface) {
            boolean onSuper = opcode == Opcodes.INVOKESPECIAL;
            boolean possible = opcode != Opcodes.INVOKESTATIC && !(onSuper && isInner());
            if (possible && search.isOwn(owner) && search.isLocked(called, descriptor)) {
                made.add(new Call(method, called, onSuper));
            }
            knowsOthersOfItsClass |= search.isOwn(Type.getReturnType(descriptor));
        }

        /** Records a lambda or a method reference: {@code this::book} carries the object, {@code Orders::book} does not. */
        @Override
        public void visitInvokeDynamicInsn(String site, String descriptor, Handle bootstrap, Object... arguments) {
            boolean carriesOwn =
                    List.of(Type.getArgumentTypes(descriptor)).stream().anyMatch(search::isOwn);
            for (Object argument : arguments) {
                if (!(argument instanceof Handle handle)) {
                    continue;
                }
                if (handle.getOwner().equals(internalName) && handle.getName().startsWith("lambda$")) {
                    lambdas.putIfAbsent(new Caller(handle.getName(), handle.getDesc()), method);
                }
                if (carriesOwn
                        && search.isOwn(handle.getOwner())
                        && search.isLocked(handle.getName(), handle.getDesc())) {
                    made.add(new Call(method, handle.getName(), false));
                }
            }
        }

        /** Treats an inner class's field for its enclosing object as {@code this}. */
        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
            boolean outer = isInner() && owner.equals(internalName) && field.startsWith("this$");
            knowsOthersOfItsClass |= !outer && search.isOwn(Type.getType(descriptor));
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            knowsOthersOfItsClass |= opcode != Opcodes.INSTANCEOF && search.isOwn(Type.getObjectType(type));
        }

        @Override
        public void visitEnd() {
            if (!knowsOthersOfItsClass) {
                calls.addAll(made);
            }
        }
    }
}
