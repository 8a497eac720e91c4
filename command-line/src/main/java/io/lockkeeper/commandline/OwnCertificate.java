package io.lockkeeper.commandline;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** The client certificate of a PEM file, with its chain and its private key. */
final class OwnCertificate {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final char[] IN_MEMORY = new char[0];

    private OwnCertificate() {}

    /** @throws FailedException if the file cannot be read, or lacks one of the two */
    static KeyManager[] managers(Path file, String option) {
        try {
            List<MatchResult> blocks = BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                    .results()
                    .toList();
            List<Certificate> chain = chain(blocks);
            if (chain.isEmpty()) {
                throw unusable(option, "it holds no certificate.");
            }
            PrivateKey key = key(blocks, chain.getFirst().getPublicKey().getAlgorithm(), option);
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("own", key, IN_MEMORY, chain.toArray(Certificate[]::new));
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(store, IN_MEMORY);
            return own.getKeyManagers();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw unusable(option, Plain.text(e.toString()));
        }
    }

    private static List<Certificate> chain(List<MatchResult> blocks) throws GeneralSecurityException {
        CertificateFactory certificates = CertificateFactory.getInstance("X.509");
        List<Certificate> chain = new ArrayList<>();
        for (MatchResult block : blocks) {
            if (block.group(1).equals("CERTIFICATE")) {
                chain.add(certificates.generateCertificate(new ByteArrayInputStream(bytes(block))));
            }
        }
        return chain;
    }

    private static PrivateKey key(List<MatchResult> blocks, String algorithm, String option)
            throws GeneralSecurityException {
        MatchResult block = blocks.stream()
                .filter(each -> each.group(1).equals("PRIVATE KEY"))
                .findFirst()
                .orElseThrow(
                        () -> unusable(
                                option,
                                "it holds no unencrypted key in PKCS #8 (BEGIN PRIVATE KEY). 'openssl pkcs8 -topk8 -nocrypt -in FILE' makes one of other forms."));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes(block)));
    }

    private static byte[] bytes(MatchResult block) {
        return Base64.getMimeDecoder().decode(block.group(2));
    }

    private static FailedException unusable(String option, String why) {
        return new FailedException(ExitCode.USAGE, "The file of %s cannot be used: %s".formatted(option, why));
    }
}
