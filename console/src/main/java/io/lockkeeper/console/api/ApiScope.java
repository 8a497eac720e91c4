package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.scope.TypedScope;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * To which locks somebody is limited. Nothing in either list is all locks; else what is in neither is out of reach.
 *
 * @param locks prefixes of the names of Lockkeeper's own locks, as in {@code order:*}
 * @param sources ids of sources of other libraries' locks, or {@code *} for all
 */
record ApiScope(@Nullable List<String> locks, @Nullable List<String> sources) {

    static ApiScope of(LockScope scope) {
        return new ApiScope(TypedScope.patterns(scope), scope.isLimited() ? scope.sources() : List.of());
    }

    /** @throws ProblemException if it cannot be meant */
    LockScope toScope() {
        return ProblemException.checked(() -> TypedScope.of(
                Objects.requireNonNullElse(locks, List.of()), Objects.requireNonNullElse(sources, List.of())));
    }
}
