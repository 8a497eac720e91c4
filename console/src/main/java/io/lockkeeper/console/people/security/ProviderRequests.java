package io.lockkeeper.console.people.security;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.InterceptingClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/**
 * How the console sends requests of any kind to an identity provider: for its metadata, keys, tokens, or users. An answer may have
 * {@value #MOST_BYTES} bytes and take {@value #PATIENCE_SECONDS} s, its last byte included: a broken or false provider gets neither the
 * console's memory nor its threads.
 */
final class ProviderRequests {

    static final int PATIENCE_SECONDS = 5;
    static final int MOST_BYTES = 1 << 20;

    private ProviderRequests() {}

    /** A factory that follows no redirects: a request that carries tokens is sent nowhere else. */
    static ClientHttpRequestFactory factory() {
        return factory(Redirect.NEVER);
    }

    /** A template for public resources, which may have moved. */
    static RestTemplate ofPublicThings() {
        return new RestTemplate(factory(Redirect.NORMAL));
    }

    private static ClientHttpRequestFactory factory(Redirect redirects) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(PATIENCE_SECONDS))
                .followRedirects(redirects)
                .build());
        requests.setReadTimeout(Duration.ofSeconds(PATIENCE_SECONDS));
        return new InterceptingClientHttpRequestFactory(
                requests, List.of((request, body, execution) -> new Answer(execution.execute(request, body))));
    }

    /** An answer that fails as soon as it is too large. */
    private record Answer(ClientHttpResponse whole) implements ClientHttpResponse {

        @Override
        public HttpStatusCode getStatusCode() throws IOException {
            return whole.getStatusCode();
        }

        @Override
        public String getStatusText() throws IOException {
            return whole.getStatusText();
        }

        @Override
        public HttpHeaders getHeaders() {
            return whole.getHeaders();
        }

        @Override
        public InputStream getBody() throws IOException {
            return new Bounded(whole.getBody());
        }

        /** Closes the connection at once: closing only the body would read the rest first. */
        @Override
        public void close() {
            try {
                whole.getBody().close();
            } catch (IOException e) {
                // it was closed before
            }
            whole.close();
        }
    }

    private static final class Bounded extends FilterInputStream {

        private int left = MOST_BYTES;

        Bounded(InputStream whole) {
            super(whole);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            spend(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            spend(read);
            return read;
        }

        @Override
        public boolean markSupported() {
            return false;
        }

        private void spend(int read) throws IOException {
            left -= Math.max(0, read);
            if (left < 0) {
                throw new IOException("The identity provider's answer is larger than %s bytes".formatted(MOST_BYTES));
            }
        }
    }
}
