package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * The hosts that webhooks may go to, from {@code LOCKKEEPER_ALERTS_ALLOWED_HOSTS}: {@code hooks.example.com} stands for HTTPS on
 * its usual port, {@code hooks.example.com:8443} for another, {@code http://relay:8080} for a host without TLS. If it names none,
 * webhooks may go to Slack, Microsoft Teams and PagerDuty.
 */
@Component
final class AllowedHosts {

    /** The hosts to which webhooks may go if none is named: these only show a message. */
    private static final Set<String> SERVICES =
            Set.of("https://hooks.slack.com", "https://events.pagerduty.com", "https://events.eu.pagerduty.com");

    /** The domains at which workflows of Microsoft Teams receive messages. */
    private static final List<String> SERVICE_DOMAINS = List.of(".logic.azure.com", ".api.powerplatform.com");

    private final Set<String> origins;

    AllowedHosts(AlertSettings settings) {
        this.origins = settings.allowedHosts().stream()
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(AllowedHosts::entry)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Why no webhook may go there; empty if it may. */
    Optional<String> fault(String url) {
        Optional<URI> uri = parsed(url);
        if (uri.isEmpty()) {
            return Optional.of("This is not the address of a webhook. Write one like https://hooks.example.com/path.");
        }
        String origin = origin(uri.get());
        if (origins.isEmpty()) {
            return isOfAService(origin)
                    ? Optional.empty()
                    : Optional.of(
                            "%s is not a host of Slack, Microsoft Teams or PagerDuty. To send alerts to others, name them in LOCKKEEPER_ALERTS_ALLOWED_HOSTS, separated by commas, and restart the consoles."
                                    .formatted(origin));
        }
        return origins.contains(origin)
                ? Optional.empty()
                : Optional.of(
                        "%s is not among the hosts that alerts may go to. LOCKKEEPER_ALERTS_ALLOWED_HOSTS names them."
                                .formatted(origin));
    }

    private static boolean isOfAService(String origin) {
        return SERVICES.contains(origin)
                || (origin.startsWith("https://") && SERVICE_DOMAINS.stream().anyMatch(origin::endsWith));
    }

    /** An absolute HTTP or HTTPS address without user information. One that two programs could read differently is refused. */
    static Optional<URI> parsed(String url) {
        try {
            URI uri = new URI(url).parseServerAuthority();
            boolean good = List.of("http", "https").contains(lower(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null;
            return good ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** The origin, for example https://hooks.example.com, with a port that is not the usual one. */
    static String origin(URI uri) {
        String scheme = lower(uri.getScheme());
        boolean usual = uri.getPort() == -1 || uri.getPort() == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + lower(uri.getHost()) + (usual ? "" : ":" + uri.getPort());
    }

    private static String entry(String given) {
        return parsed(given.contains("://") ? given : "https://" + given)
                .filter(uri -> uri.getRawPath().isEmpty() && uri.getRawQuery() == null)
                .map(AllowedHosts::origin)
                .orElseThrow(() -> new StartRefusedException(
                        "LOCKKEEPER_ALERTS_ALLOWED_HOSTS names \"%s\", which is no host: write for example hooks.example.com, hooks.example.com:8443 or http://relay:8080, separated by commas."
                                .formatted(given)));
    }

    private static String lower(String text) {
        return String.valueOf(text).toLowerCase(Locale.ROOT);
    }
}
