package io.lockkeeper.commandline;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** TLS to MongoDB with certificates from files: those to trust, and one to show. Either turns TLS on. */
final class TlsFiles {

    private static final String TRUSTED = "--tls-ca-file";
    private static final String OWN = "--tls-key-file";

    @Option(
            names = TRUSTED,
            paramLabel = "FILE",
            description = "CA certificates to trust for MongoDB, in PEM, instead of Java's. Turns TLS on.")
    private @Nullable Path trusted;

    @Option(
            names = OWN,
            paramLabel = "FILE",
            description =
                    "Your certificate and its private key, unencrypted, in one PEM file, where MongoDB asks for a certificate. Turns TLS on.")
    private @Nullable Path own;

    /** The options as they were given. */
    List<String> options() {
        return Stream.of(trusted == null ? null : TRUSTED + "=" + trusted, own == null ? null : OWN + "=" + own)
                .filter(Objects::nonNull)
                .toList();
    }

    boolean areGiven() {
        return trusted != null || own != null;
    }

    /** @throws FailedException if a file cannot be read, or does not hold what it should */
    SSLContext context() {
        return context(
                own == null ? null : OwnCertificate.managers(own, OWN),
                trusted == null ? null : TrustedCertificates.managers(trusted, TRUSTED));
    }

    /** A context with Java's own managers where none are given. */
    static SSLContext context(KeyManager @Nullable [] own, TrustManager @Nullable [] trusted) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own, trusted, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no TLS", e);
        }
    }
}
