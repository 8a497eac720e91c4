package io.lockkeeper.console.people.security;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Registration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientPropertiesMapper;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.stereotype.Component;

/**
 * The identity providers in Spring's settings. Each is asked for its metadata at its first login rather than at the start, so that
 * a provider that is down does not keep the console from starting. The answer is cached. Thread-safe.
 */
@Component
final class Providers implements ClientRegistrationRepository {

    private static final Duration PATIENCE = Duration.ofSeconds(ProviderRequests.PATIENCE_SECONDS);
    private static final List<String> USUAL_SCOPES = List.of(OidcScopes.OPENID, OidcScopes.PROFILE, OidcScopes.EMAIL);

    private final Map<String, Registration> settings = new TreeMap<>();
    private final Map<String, CompletableFuture<ClientRegistration>> found = new ConcurrentHashMap<>();
    private final OAuth2ClientProperties all;

    Providers(OAuth2ClientProperties all) {
        this.all = all;
        all.getRegistration().forEach((id, registration) -> settings.put(id, checked(id, registration)));
    }

    /** The display names, by id. */
    Map<String, String> names() {
        Map<String, String> names = new TreeMap<>();
        settings.forEach(
                (id, registration) -> names.put(id, Objects.requireNonNullElse(registration.getClientName(), id)));
        return names;
    }

    /** @throws ProviderUnreachableException if its metadata cannot be read */
    @Override
    public @Nullable ClientRegistration findByRegistrationId(String id) {
        return settings.containsKey(id) ? found(id) : null;
    }

    /** Concurrent callers wait for one answer, so that a provider that hangs blocks one request only. */
    private ClientRegistration found(String id) {
        CompletableFuture<ClientRegistration> answer = found.computeIfAbsent(id, this::ask);
        try {
            return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            found.remove(id, answer);
            throw new ProviderUnreachableException(id, e);
        } catch (TimeoutException e) {
            throw new ProviderUnreachableException(id, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProviderUnreachableException(id, e);
        }
    }

    private CompletableFuture<ClientRegistration> ask(String id) {
        CompletableFuture<ClientRegistration> answer = new CompletableFuture<>();
        Thread.ofVirtual().name("provider-" + id).start(() -> {
            try {
                answer.complete(registration(id, Objects.requireNonNull(settings.get(id))));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** The provider's registration, which without an issuer consists of the settings only. */
    private ClientRegistration registration(String id, Registration registration) {
        OAuth2ClientProperties.Provider provider =
                all.getProvider().get(Objects.requireNonNullElse(registration.getProvider(), id));
        if (provider != null && provider.getIssuerUri() != null) {
            return new ProviderMetadata().read(id, registration, provider);
        }
        OAuth2ClientProperties one = new OAuth2ClientProperties();
        one.getRegistration().put(id, registration);
        one.getProvider().putAll(all.getProvider());
        return Objects.requireNonNull(
                new OAuth2ClientPropertiesMapper(one).asClientRegistrations().get(id));
    }

    private static Registration checked(String id, Registration registration) {
        Set<String> scopes = Objects.requireNonNullElse(registration.getScope(), Set.of());
        if (scopes.isEmpty()) {
            registration.setScope(new LinkedHashSet<>(USUAL_SCOPES));
        } else if (!scopes.contains(OidcScopes.OPENID)) {
            throw new StartRefusedException(
                    "spring.security.oauth2.client.registration.%s.scope is %s. The console reads who somebody is from an id token: add openid."
                            .formatted(id, scopes));
        }
        return registration;
    }
}
