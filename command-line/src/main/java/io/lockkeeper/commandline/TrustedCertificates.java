package io.lockkeeper.commandline;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The certificates of a PEM file as the only trusted ones. */
public final class TrustedCertificates {

    private TrustedCertificates() {}

    /**
     * A context that trusts only the certificates of the file.
     *
     * @param option what named the file
     * @throws FailedException if it cannot be read
     */
    public static SSLContext in(Path file, String option) {
        return TlsFiles.context(null, managers(file, option));
    }

    static TrustManager[] managers(Path file, String option) {
        try (InputStream pem = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("trusted-" + store.size(), each);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            return trust.getTrustManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "The certificates of %s cannot be read: %s".formatted(option, Plain.text(e.toString())));
        }
    }
}
