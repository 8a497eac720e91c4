package io.lockkeeper.commandline.host;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the host agent is. */
final class SocketOption {

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description =
                    "The host agent's socket. Default: the variable LOCKKEEPER_HOST_SOCKET, else /run/lockkeeper/lockkeeper.sock.",
            defaultValue = "${env:LOCKKEEPER_HOST_SOCKET:-/run/lockkeeper/lockkeeper.sock}")
    private Path socket = Path.of("/run/lockkeeper/lockkeeper.sock");

    Path path() {
        return socket.toAbsolutePath().normalize();
    }
}
