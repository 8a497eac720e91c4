package io.lockkeeper.desktop;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port that was used last time if it is free, else another one: a browser keeps settings, such as the theme, by port. */
record KeptPort(OwnFolder folder) {

    private static final Logger LOG = LoggerFactory.getLogger(KeptPort.class);
    private static final String FILE = "desktop.port";

    int free() {
        try {
            int last =
                    folder.read(FILE).map(String::strip).map(Integer::parseInt).orElse(0);
            int port = isFree(last) ? last : anyFree();
            folder.write(FILE, Integer.toString(port));
            return port;
        } catch (IOException | NumberFormatException e) {
            LOG.warn("The port of the last time is not known: {}", e.getMessage());
            return 0;
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = bound(port)) {
            return port != 0 && probe.isBound();
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    private static int anyFree() throws IOException {
        try (ServerSocket probe = bound(0)) {
            return probe.getLocalPort();
        }
    }

    private static ServerSocket bound(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }
}
