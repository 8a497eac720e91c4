package io.lockkeeper.simulation.code;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts a point before each step of the agent that other threads can see: calls of what threads share, and accesses of volatile
 * fields. What the JDK runs under a monitor of its own is one step.
 */
final class PointWriter extends ClassVisitor {

    private static final String SCHEDULER = "io/lockkeeper/simulation/machine/Scheduler";
    private static final Set<String> UNDER_A_MONITOR =
            Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

    /** Gives a point its number. */
    interface Numbers {
        int number(String name, int line);
    }

    private final Numbers numbers;
    private final Set<String> volatiles;
    private String type = "";

    private PointWriter(ClassVisitor next, Numbers numbers, Set<String> volatiles) {
        super(Opcodes.ASM9, next);
        this.numbers = numbers;
        this.volatiles = volatiles;
    }

    static boolean concerns(String type) {
        return type.matches("io\\.lockkeeper\\.agent(\\.[a-z]+)*\\.[A-Z].*")
                && !type.matches("io\\.lockkeeper\\.agent\\.(fencing|leadership|reentrant)\\..*")
                && !type.matches("io\\.lockkeeper\\.agent\\.time\\.(AgentTime|Machine|JvmMachine)\\b.*");
    }

    static byte[] withPoints(byte[] code, Numbers numbers) {
        ClassReader reader = new ClassReader(code);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new PointWriter(writer, numbers, volatiles(reader)), 0);
        return writer.toByteArray();
    }

    private static Set<String> volatiles(ClassReader reader) {
        Set<String> names = new HashSet<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable FieldVisitor visitField(
                            int access, String name, String descriptor, String signature, Object value) {
                        if ((access & Opcodes.ACC_VOLATILE) != 0) {
                            names.add(name);
                        }
                        return null;
                    }
                },
                ClassReader.SKIP_CODE);
        return names;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
        type = name;
        super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
        return name.equals("<clinit>") ? next : new Steps(next, name);
    }

    private final class Steps extends MethodVisitor {
        private final String method;
        private int line;

        Steps(MethodVisitor next, String method) {
            super(Opcodes.ASM9, next);
            this.method = method;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if (owner.equals(type) && volatiles.contains(name) && !method.equals("<init>")) {
                point((opcode == Opcodes.PUTFIELD ? "set " : "get ") + name);
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean shared = isShared(owner) && !name.equals("<init>");
            boolean monitored = shared && UNDER_A_MONITOR.contains(name);
            if (shared) {
                point(owner.substring(owner.lastIndexOf('/') + 1) + "." + name);
            }
            if (monitored) {
                step("enterStep");
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (monitored) {
                step("leaveStep");
            }
        }

        private void point(String step) {
            String name = "%s.%s>%s".formatted(type.substring(type.lastIndexOf('/') + 1), method, step);
            super.visitLdcInsn(numbers.number(name, line));
            super.visitMethodInsn(Opcodes.INVOKESTATIC, SCHEDULER, "reached", "(I)V", false);
        }

        private void step(String what) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, SCHEDULER, what, "()V", false);
        }
    }

    private static boolean isShared(String owner) {
        return owner.startsWith("java/util/concurrent/")
                || owner.equals("java/util/Map")
                || owner.equals("java/util/Queue")
                || owner.equals("java/util/Deque")
                || owner.equals("java/lang/Thread")
                || owner.equals("io/lockkeeper/agent/store/LockStore");
    }
}
