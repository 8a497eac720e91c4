package io.lockkeeper.console.people.security;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.scope.TypedScope;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Grants roles and scopes to users who log in by a provider or proxy, by their groups there. A user in none of these groups is
 * refused.
 *
 * @param groupsClaim the claim of an id token that lists the groups; of nested ones the path, as in {@code realm_access.roles}
 * @param rules what each group is granted
 */
@ConfigurationProperties("lockkeeper.login")
record GroupRules(
        @DefaultValue("groups") String groupsClaim,
        @DefaultValue List<GroupRule> rules) {

    private static final String EVERYBODY = "*";

    /**
     * What the members of one group are granted.
     *
     * @param group its name, or {@code *} for everybody who can log in there
     * @param role what they may do
     * @param locks prefixes of the names that they see; without any, and without sources, all
     * @param sources of other libraries' locks, as {@link TypedScope} has them
     */
    record GroupRule(
            @DefaultValue("") String group,
            @Nullable Role role,
            @DefaultValue List<String> locks,
            @DefaultValue List<String> sources) {

        GroupRule {
            if (group.isBlank() || role == null) {
                throw new StartRefusedException(
                        "A rule of LOCKKEEPER_LOGIN_RULES is incomplete: it has group \"%s\" and role %s, and needs both."
                                .formatted(group, role));
            }
            if (group.equals(EVERYBODY) && role != Role.VIEWER) {
                throw new StartRefusedException(
                        "LOCKKEEPER_LOGIN_RULES gives everybody (*) the role %s. Everybody can be a viewer; name a group for more."
                                .formatted(role));
            }
            if (role == Role.ADMIN && TypedScope.of(locks, sources).isLimited()) {
                throw new StartRefusedException(
                        "LOCKKEEPER_LOGIN_RULES limits the administrators of the group %s. An administrator sees all locks: leave locks and sources out."
                                .formatted(group));
            }
        }

        private boolean isOf(Collection<String> groups) {
            return group.equals(EVERYBODY) || groups.contains(group);
        }

        private Grant grant() {
            return new Grant(role == null ? Role.VIEWER : role, TypedScope.of(locks, sources));
        }
    }

    /** A role, and the locks for which it holds. */
    record Grant(Role role, LockScope scope) {}

    /**
     * The highest role that one of the groups grants, for the locks of the groups that grant it. The scope of a lesser role is
     * not added: that would make a viewer of all locks an operator of all.
     */
    Optional<Grant> of(Collection<String> groups) {
        List<Grant> given = rules.stream()
                .filter(rule -> rule.isOf(groups))
                .map(GroupRule::grant)
                .toList();
        return given.stream()
                .map(Grant::role)
                .max(Comparator.naturalOrder())
                .map(role -> new Grant(role, scope(given, role)));
    }

    private static LockScope scope(List<Grant> given, Role role) {
        return given.stream()
                .filter(grant -> grant.role() == role)
                .map(Grant::scope)
                .reduce(LockScope.NOTHING, LockScope::or);
    }
}
