package io.lockkeeper.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The monitors that compiled code enters by synchronized blocks. */
final class Monitors {

    private static final int API = Opcodes.ASM9;

    private Monitors() {}

    /** The methods of a class file that enter one. */
    static List<String> enteredIn(URI classFile) {
        List<String> found = new ArrayList<>();
        try (InputStream bytes = classFile.toURL().openStream()) {
            new ClassReader(bytes).accept(new Methods(found), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static final class Methods extends ClassVisitor {
        private final List<String> found;

        Methods(List<String> found) {
            super(API);
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return new MethodVisitor(API) {
                @Override
                public void visitInsn(int opcode) {
                    if (opcode == Opcodes.MONITORENTER) {
                        found.add(name);
                    }
                }
            };
        }
    }
}
