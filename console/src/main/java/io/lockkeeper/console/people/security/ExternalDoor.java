package io.lockkeeper.console.people.security;

import java.util.List;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.authentication.session.SessionAuthenticationStrategy;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Configures logins by identity providers and by a proxy's header, beside the login form; nothing if neither is configured.
 */
final class ExternalDoor extends AbstractHttpConfigurer<ExternalDoor, HttpSecurity> {

    private final Providers providers;
    private final ExternalLogin logins;
    private final GroupRules rules;
    private final ProxyHeaders headers;

    ExternalDoor(Providers providers, ExternalLogin logins, GroupRules rules, ProxyHeaders headers) {
        this.providers = providers;
        this.logins = logins;
        this.rules = rules;
        this.headers = headers;
    }

    @Override
    public void configure(HttpSecurity http) {
        if (!providers.names().isEmpty()) {
            http.addFilter(there()).addFilter(back(http));
        }
        if (!headers.user().isEmpty()) {
            http.addFilterBefore(proxy(http), AnonymousAuthenticationFilter.class);
        }
    }

    private ProxyLogin proxy(HttpSecurity http) {
        return new ProxyLogin(
                headers,
                logins,
                getSecurityContextHolderStrategy(),
                http.getSharedObject(SecurityContextRepository.class),
                http.getSharedObject(SessionAuthenticationStrategy.class));
    }

    private OAuth2AuthorizationRequestRedirectFilter there() {
        OAuth2AuthorizationRequestRedirectFilter there = new OAuth2AuthorizationRequestRedirectFilter(providers);
        there.setAuthenticationFailureHandler(ExternalAnswers::page);
        return there;
    }

    private ProviderLogin back(HttpSecurity http) {
        SavedRequestAwareAuthenticationSuccessHandler onwards = new SavedRequestAwareAuthenticationSuccessHandler();
        onwards.setRequestCache(http.getSharedObject(RequestCache.class));
        ProviderLogin back = new ProviderLogin(providers, logins, rules.groupsClaim());
        back.setAuthenticationManager(new ProviderManager(answers()));
        back.setSecurityContextHolderStrategy(getSecurityContextHolderStrategy());
        back.setSecurityContextRepository(http.getSharedObject(SecurityContextRepository.class));
        back.setSessionAuthenticationStrategy(http.getSharedObject(SessionAuthenticationStrategy.class));
        back.setAuthenticationSuccessHandler(onwards);
        back.setAuthenticationFailureHandler(ExternalAnswers::page);
        return back;
    }

    private static OidcAuthorizationCodeAuthenticationProvider answers() {
        ClientHttpRequestFactory requests = ProviderRequests.factory();
        RestClientAuthorizationCodeTokenResponseClient tokens = new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setRestClient(RestClient.builder()
                .requestFactory(requests)
                .configureMessageConverters(converters -> converters
                        .addCustomConverter(new FormHttpMessageConverter())
                        .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        RestTemplate asking = new RestTemplate(requests);
        asking.setErrorHandler(new OAuth2ErrorResponseErrorHandler());
        DefaultOAuth2UserService infos = new DefaultOAuth2UserService();
        infos.setRestOperations(asking);
        OidcUserService users = new OidcUserService();
        users.setOauth2UserService(infos);
        OidcAuthorizationCodeAuthenticationProvider answers =
                new OidcAuthorizationCodeAuthenticationProvider(tokens, users);
        RestTemplate keys = ProviderRequests.ofPublicThings();
        answers.setJwtDecoderFactory(registration -> decoder(registration, keys));
        return answers;
    }

    /** As Spring's own decoder, which would read a provider's keys in any size. */
    private static JwtDecoder decoder(ClientRegistration registration, RestTemplate keys) {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(
                        String.valueOf(registration.getProviderDetails().getJwkSetUri()))
                .jwsAlgorithm(SignatureAlgorithm.RS256)
                .restOperations(keys)
                .build();
        decoder.setJwtValidator(
                JwtValidators.createDefaultWithValidators(List.of(new OidcIdTokenValidator(registration))));
        decoder.setClaimSetConverter(OidcIdTokenDecoderFactory.createDefaultClaimTypeConverter());
        return decoder;
    }
}
