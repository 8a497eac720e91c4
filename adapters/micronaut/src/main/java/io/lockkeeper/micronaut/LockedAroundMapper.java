package io.lockkeeper.micronaut;

import io.lockkeeper.agent.methods.Locked;
import io.micronaut.core.annotation.AnnotationValue;
import io.micronaut.inject.annotation.TypedAnnotationMapper;
import io.micronaut.inject.visitor.VisitorContext;
import java.util.List;

/** Binds {@link Locked}, which knows nothing of Micronaut, to its interceptor. Micronaut's compiler finds this class by its service file. */
public final class LockedAroundMapper implements TypedAnnotationMapper<Locked> {

    @Override
    public Class<Locked> annotationType() {
        return Locked.class;
    }

    @Override
    public List<AnnotationValue<?>> map(AnnotationValue<Locked> locked, VisitorContext context) {
        return List.of(AnnotationValue.builder(LockedAround.class).build());
    }
}
