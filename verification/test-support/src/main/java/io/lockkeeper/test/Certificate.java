package io.lockkeeper.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A server's key and its certificate for the loopback address, signed by itself and made for one test run by the JDK's keytool. */
public final class Certificate {
    private static final String PASSWORD = "throw-away";
    private static final String ALIAS = "server";

    private final Path folder;
    private final KeyStore store;

    private Certificate(Path folder, KeyStore store) {
        this.folder = folder;
        this.store = store;
    }

    /** Makes one; its files stay in the folder. */
    public static Certificate in(Path folder) {
        try {
            Path keyStore = folder.resolve("server.p12");
            runKeytool(keyStore);
            Certificate made = new Certificate(folder, load(keyStore));
            Files.writeString(made.trusted(), made.certificatePem());
            Files.writeString(made.withKey(), made.keyPem() + made.certificatePem());
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What clients trust, as PEM. */
    public Path trusted() {
        return folder.resolve("trusted.pem");
    }

    /** What the server starts with, as PEM. */
    public Path withKey() {
        return folder.resolve("server.pem");
    }

    /** Of clients that trust this certificate and no other. */
    public SSLContext trustingContext() {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(ALIAS, store.getCertificate(ALIAS));
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void runKeytool(Path keyStore) throws IOException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-validity",
                        "2",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-ext",
                        "eku=serverAuth,clientAuth",
                        "-ext",
                        "bc:critical=ca:true",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keyStore.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.onExit().join().exitValue() != 0) {
            throw new IllegalStateException("keytool made no certificate: " + said);
        }
    }

    private static KeyStore load(Path keyStore) throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
    }

    private String certificatePem() throws GeneralSecurityException {
        return pem("CERTIFICATE", store.getCertificate(ALIAS).getEncoded());
    }

    private String keyPem() throws GeneralSecurityException {
        Key key = store.getKey(ALIAS, PASSWORD.toCharArray());
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(String kind, byte[] encoded) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(kind, body, kind);
    }
}
