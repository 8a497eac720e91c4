package io.lockkeeper.console.people.security;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Registration;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.RequestEntity;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * An identity provider's metadata from its issuer's address (OpenID Connect Discovery), completed by Spring's settings. Spring would read
 * it as well, but without a limit of size.
 */
final class ProviderMetadata {

    private static final String PATH = "/.well-known/openid-configuration";
    private static final ParameterizedTypeReference<Map<String, Object>> FIELDS = new ParameterizedTypeReference<>() {};

    private final RestTemplate asking = ProviderRequests.ofPublicThings();

    /** The registration, with the provider's own metadata for what the settings leave open. */
    ClientRegistration read(String id, Registration registration, OAuth2ClientProperties.Provider provider) {
        ClientRegistration.Builder found = ClientRegistrations.fromOidcConfiguration(
                        metadata(Objects.requireNonNull(provider.getIssuerUri())))
                .registrationId(id);
        PropertyMapper map = PropertyMapper.get();
        map.from(provider::getAuthorizationUri).to(found::authorizationUri);
        map.from(provider::getTokenUri).to(found::tokenUri);
        map.from(provider::getUserInfoUri).to(found::userInfoUri);
        map.from(provider::getJwkSetUri).to(found::jwkSetUri);
        map.from(provider::getUserNameAttribute).to(found::userNameAttributeName);
        map.from(registration::getClientId).to(found::clientId);
        map.from(registration::getClientSecret).to(found::clientSecret);
        map.from(registration::getClientAuthenticationMethod)
                .as(ClientAuthenticationMethod::new)
                .to(found::clientAuthenticationMethod);
        map.from(registration::getAuthorizationGrantType)
                .as(AuthorizationGrantType::new)
                .to(found::authorizationGrantType);
        map.from(registration::getRedirectUri).to(found::redirectUri);
        map.from(registration::getScope).to(found::scope);
        map.from(registration::getClientName).to(found::clientName);
        return found.build();
    }

    private Map<String, Object> metadata(String issuer) {
        Map<String, Object> fields = first(List.of(behind(issuer), before(issuer)));
        if (!issuer.equals(fields.get("issuer"))) {
            throw new IllegalStateException(
                    "The provider at %s says that it is %s: set issuer-uri to that, if it is the one that you mean."
                            .formatted(issuer, fields.get("issuer")));
        }
        return fields;
    }

    /** A provider that knows one address answers 404, or the like, at the other. */
    private Map<String, Object> first(List<URI> addresses) {
        HttpClientErrorException last = null;
        for (URI address : addresses) {
            try {
                return Objects.requireNonNull(
                        asking.exchange(RequestEntity.get(address).build(), FIELDS)
                                .getBody());
            } catch (HttpClientErrorException e) {
                last = e;
            }
        }
        throw Objects.requireNonNull(last);
    }

    private static URI behind(String issuer) {
        UriComponentsBuilder address = UriComponentsBuilder.fromUriString(issuer);
        return address.replacePath(Objects.requireNonNullElse(address.build().getPath(), "") + PATH)
                .build(Map.of());
    }

    private static URI before(String issuer) {
        UriComponentsBuilder address = UriComponentsBuilder.fromUriString(issuer);
        return address.replacePath(
                        PATH + Objects.requireNonNullElse(address.build().getPath(), ""))
                .build(Map.of());
    }
}
