package io.lockkeeper.cdi;

import io.lockkeeper.agent.methods.Locked;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.Discovery;
import jakarta.enterprise.inject.build.compatible.spi.MetaAnnotations;
import jakarta.enterprise.inject.build.compatible.spi.ScannedClasses;
import jakarta.enterprise.util.Nonbinding;

/** Binds {@link Locked}, which knows nothing of CDI, to its one interceptor. */
public final class LockedBinding implements BuildCompatibleExtension {

    /** Called by the container, which finds this class by its service file. */
    @Discovery
    public void bind(MetaAnnotations annotations, ScannedClasses classes) {
        annotations
                .addInterceptorBinding(Locked.class)
                .methods()
                .forEach(attribute -> attribute.addAnnotation(Nonbinding.class));
        classes.add(BeanLocks.class.getName()); // @Singleton makes no bean by itself
        classes.add(LockedBeansCheck.class.getName());
    }
}
