package io.lockkeeper.console.judge.alerts;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.utils.DateUtils;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Posts to webhooks. Follows no redirect, keeps no cookie and no connection, uses no proxy, reads only the head of the answer, and
 * connects to addresses of {@link AllowedAddresses} only.
 */
@Component
final class Webhooks implements DisposableBean {

    private final AllowedHosts hosts;
    private final Duration limit;
    private final CloseableHttpClient client;
    private final Executor atTheLimit;

    Webhooks(AllowedHosts hosts, AllowedAddresses addresses, AlertSettings settings) {
        this.hosts = hosts;
        this.limit = settings.timeLimit();
        this.atTheLimit = CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS);
        Timeout step = Timeout.of(limit);
        this.client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(addresses)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(step)
                                .setSocketTimeout(step)
                                .build())
                        .setMaxConnTotal(20)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(step)
                        .setResponseTimeout(step)
                        .setRedirectsEnabled(false)
                        .build())
                .setConnectionReuseStrategy((request, response, context) -> false)
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .setUserAgent("Lockkeeper")
                .build();
    }

    /** Posts the body, signed, once. */
    void post(WebhookSecret secret, String delivery, String body, Instant now) throws UndeliveredException {
        post(
                secret.url(),
                body,
                Map.of(
                        "webhook-id", delivery,
                        "webhook-timestamp", Long.toString(now.getEpochSecond()),
                        "webhook-signature", secret.signature(delivery, now, body)));
    }

    /** Posts the body, once. */
    void post(String url, String body) throws UndeliveredException {
        post(url, body, Map.of());
    }

    private void post(String url, String body, Map<String, String> headers) throws UndeliveredException {
        Optional<String> fault = hosts.fault(url);
        if (fault.isPresent()) {
            throw new UndeliveredException(fault.get());
        }
        URI uri = URI.create(url);
        HttpPost post = new HttpPost(uri);
        post.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON.withCharset(StandardCharsets.UTF_8)));
        headers.forEach(post::setHeader);
        judge(answer(uri, post));
    }

    private HttpResponse answer(URI uri, HttpPost post) throws UndeliveredException {
        CompletableFuture<Void> unused = CompletableFuture.runAsync(post::abort, atTheLimit);
        try {
            return client.executeOpen(HttpHost.create(uri), post, null);
        } catch (IOException e) {
            throw new UndeliveredException(sentence(e, post.isAborted()));
        } finally {
            post.abort(); // closes the connection, even if its other end would send more
        }
    }

    private static void judge(HttpResponse answer) throws UndeliveredException {
        int status = answer.getCode();
        if (status / 100 == 3) {
            throw new UndeliveredException(
                    String.format(Locale.ROOT, "It answered %d, a redirect. No redirect is followed.", status));
        }
        if (status / 100 != 2) {
            Header after = status == 429 || status == 503 ? answer.getFirstHeader("Retry-After") : null;
            throw new UndeliveredException(
                    String.format(Locale.ROOT, "It answered %d.", status),
                    after == null ? null : pause(after.getValue(), Instant.now()),
                    0);
        }
    }

    /** The pause, given in seconds or as a date; null if it is neither. */
    static @Nullable Duration pause(String value, Instant now) {
        if (value.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        @Nullable Instant until = DateUtils.parseStandardDate(value);
        return until == null || until.isBefore(now) ? null : Duration.between(now, until);
    }

    private String sentence(IOException e, boolean aborted) {
        return switch (e) {
            case AllowedAddresses.PrivateAddressException forbidden ->
                AllowedAddresses.PrivateAddressException.SENTENCE;
            case UnknownHostException unknown -> "No name server knows the host.";
            case InterruptedIOException late -> late();
            case ConnectException refused -> "The host accepts no connection.";
            case SSLException tls -> "TLS failed: %s".formatted(tls.getMessage());
            default ->
                aborted
                        ? late()
                        : "The connection broke off (%s)."
                                .formatted(e.getClass().getSimpleName());
        };
    }

    private String late() {
        return String.format(Locale.ROOT, "It did not answer within %d s.", Math.max(1, limit.toSeconds()));
    }

    @Override
    public void destroy() throws IOException {
        client.close();
    }
}
