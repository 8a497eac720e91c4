package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;

/** Registers for native images the arguments from which a lock's name may be made: nothing else shows that they are read. */
final class LockedHints implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
        Set<Method> locked = LockedMethods.in(type);
        return locked.isEmpty()
                ? null
                : (generation, code) -> {
                    ReflectionHints hints = generation.getRuntimeHints().reflection();
                    hints.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS);
                    locked.forEach(method -> register(hints, method));
                };
    }

    private static void register(ReflectionHints hints, Method method) {
        hints.registerMethod(method, ExecutableMode.INVOKE);
        for (Class<?> argument : method.getParameterTypes()) {
            hints.registerType(argument, MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.ACCESS_PUBLIC_FIELDS);
        }
    }
}
