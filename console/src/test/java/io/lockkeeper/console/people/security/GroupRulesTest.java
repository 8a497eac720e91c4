package io.lockkeeper.console.people.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.GroupRules.Grant;
import io.lockkeeper.console.people.security.GroupRules.GroupRule;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupRulesTest {

    private static final GroupRules RULES = new GroupRules(
            "groups",
            List.of(
                    new GroupRule("leads", Role.ADMIN, List.of(), List.of()),
                    new GroupRule("orders", Role.OPERATOR, List.of("order:*"), List.of()),
                    new GroupRule("mails", Role.OPERATOR, List.of("mail:*"), List.of("app.shedlock/shedlock")),
                    new GroupRule("staff", Role.VIEWER, List.of(), List.of())));

    @Test
    void withoutARuleNobodyGetsIn() {
        assertThat(new GroupRules("groups", List.of()).of(Set.of("leads"))).isEmpty();
    }

    @Test
    void whoeverIsInNoneOfTheGroupsStaysOutside() {
        assertThat(RULES.of(Set.of("strangers", "Leads", "*"))).isEmpty();
    }

    @Test
    void theHighestRoleCounts() {
        assertThat(RULES.of(Set.of("staff", "leads"))).contains(new Grant(Role.ADMIN, LockScope.EVERYTHING));
    }

    @Test
    void theLocksOfTwoGroupsWithTheSameRoleAddUp() {
        assertThat(RULES.of(Set.of("orders", "mails")))
                .contains(new Grant(
                        Role.OPERATOR, new LockScope(List.of("order:", "mail:"), List.of("app.shedlock/shedlock"))));
    }

    @Test
    void aViewerOfAllLocksWhoOperatesOnSomeOperatesOnThoseAlone() {
        assertThat(RULES.of(Set.of("staff", "orders")))
                .contains(new Grant(Role.OPERATOR, new LockScope(List.of("order:"), List.of())));
    }

    @Test
    void everybodyMayBeAViewer() {
        GroupRules open = new GroupRules("groups", List.of(new GroupRule("*", Role.VIEWER, List.of(), List.of())));
        assertThat(open.of(Set.of())).contains(new Grant(Role.VIEWER, LockScope.EVERYTHING));
    }

    @Test
    void settingsThatWouldGiveTooMuchAreRefused() {
        assertThatThrownBy(() -> new GroupRule("*", Role.OPERATOR, List.of(), List.of()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("everybody");
        assertThatThrownBy(() -> new GroupRule("leads", Role.ADMIN, List.of("order:*"), List.of()))
                .hasMessageContaining("An administrator sees all locks");
        assertThatThrownBy(() -> new GroupRule(" ", Role.ADMIN, List.of(), List.of()))
                .hasMessageContaining("incomplete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ann", "ann (x)", "ann\n", "\u202enna", "a b"})
    void aNameThatCouldBeTakenForSomethingElseIsNone(String name) {
        assertThat(ExternalName.of(name, "https://login.example.com")).isEmpty();
    }

    @Test
    void aNameSaysFromWhereAndIsNoNameOfTheConsolesOwn() {
        String name = ExternalName.of("Jörg@example.com", "https://login.example.com/realms/ops/")
                .orElseThrow()
                .text();
        assertThat(name).isEqualTo("Jörg@example.com (login.example.com/realms/ops)");
        assertThat(UserName.isAllowed(name)).isFalse();
    }
}
