package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.SecuredServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that a server knows by the certificate that it shows. */
@OwnServer
class ClientCertificateIT {

    @TempDir
    Path folder;

    @Test
    void theUserOfTheCertificateIsLoggedIn() {
        try (SecuredServer server = SecuredServer.start()) {
            server.administrator()
                    .getDatabase("$external")
                    .runCommand(
                            Document.parse(
                                    "{ createUser: 'CN=127.0.0.1', roles: [{ role: 'readWrite', db: 'app' }], writeConcern: { w: 'majority' } }"));
            Terminal list = list(server, server.certificateWithKey());
            assertThat(list.exitCode()).as(list.err()).isZero();
            assertThat(list.out()).contains("No lock is in use");
        }
    }

    @Test
    void aFileWithoutAKeyIsExplainedBeforeAnythingIsAsked() throws Exception {
        try (SecuredServer server = SecuredServer.start()) {
            assertThat(list(server, server.certificate()).err()).contains("--tls-key-file", "PKCS #8", "openssl pkcs8");
            Path other = Files.writeString(folder.resolve("other.pem"), "nothing of the kind");
            Terminal none = list(server, other);
            assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(none.err()).contains("holds no certificate").doesNotContain("\tat ");
        }
    }

    private static Terminal list(SecuredServer server, Path own) {
        String uri = server.uri("nobody", "none", "app").replace("nobody:none@", "");
        String address = uri.replaceAll("authSource=[^&]*", "authSource=\\$external") + "&authMechanism=MONGODB-X509";
        return Terminal.run(
                "list",
                "--mongodb",
                address,
                "--tls-ca-file",
                server.certificate().toString(),
                "--tls-key-file",
                own.toString());
    }
}
