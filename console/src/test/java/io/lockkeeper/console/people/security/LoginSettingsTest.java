package io.lockkeeper.console.people.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.GroupRules.Grant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The variables of the environment that the documents name are those that are read. */
class LoginSettingsTest {

    private static final Path GUIDE = Path.of("..", "docs", "reference", "logins.md");

    @Test
    void theProviderOfTheGuideIsReadFromItsVariables() throws IOException {
        OAuth2ClientProperties settings = guide().bind("spring.security.oauth2.client", OAuth2ClientProperties.class)
                .get();
        assertThat(new Providers(settings).names()).containsExactly(Map.entry("corp", "Example Corp"));
        assertThat(settings.getRegistration().get("corp"))
                .satisfies(corp -> assertThat(corp.getClientId()).isEqualTo("lockkeeper"))
                .satisfies(corp -> assertThat(corp.getClientSecret()).isNotEmpty())
                .satisfies(corp -> assertThat(corp.getScope()).containsExactly("openid", "profile", "email"));
        OAuth2ClientProperties.Provider corp =
                Objects.requireNonNull(settings.getProvider().get("corp"));
        assertThat(corp.getIssuerUri()).isEqualTo("https://login.example.com/realms/ops");
        assertThat(corp.getUserNameAttribute()).isEqualTo("preferred_username");
    }

    @Test
    void theRulesOfTheGuideAreReadFromTheirVariables() throws IOException {
        GroupRules rules = guide().bind("lockkeeper.login", GroupRules.class).get();
        assertThat(rules.of(Set.of("lockkeeper-admins"))).contains(new Grant(Role.ADMIN, LockScope.EVERYTHING));
        assertThat(rules.of(Set.of("payments")))
                .contains(new Grant(Role.OPERATOR, new LockScope(List.of("order:", "invoice:"), List.of())));
        assertThat(rules.of(Set.of())).contains(new Grant(Role.VIEWER, LockScope.EVERYTHING));
    }

    @Test
    void aProviderWithoutAnIdTokenIsRefused() {
        OAuth2ClientProperties settings = new OAuth2ClientProperties();
        OAuth2ClientProperties.Registration hub = new OAuth2ClientProperties.Registration();
        hub.setScope(Set.of("read:user"));
        settings.getRegistration().put("hub", hub);
        assertThatThrownBy(() -> new Providers(settings))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("registration.hub.scope is [read:user]")
                .hasMessageContaining("add openid");
    }

    /** What stands in the guide's blocks, as a process has it in its environment. */
    private static Binder guide() throws IOException {
        Map<String, Object> variables = Files.readAllLines(GUIDE).stream()
                .filter(line -> line.matches("[A-Z0-9_]+=.+"))
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        MutablePropertySources environment = new MutablePropertySources();
        environment.addLast(new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        return new Binder(ConfigurationPropertySources.from(environment));
    }
}
