package io.lockkeeper.commandline;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.test.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console that {@code ./lockkeeper package} made, in an empty folder and with no Java on the path. Run by that command. */
@Tag("packaged")
class PackagedConsoleIT {

    @TempDir
    Path empty;

    @Test
    void itIsHealthyWithoutJavaAndItsCacheIsAccepted() throws Exception {
        Packages.unpack("lockkeeper-console-*.tar.gz", empty);
        MongoDatabase database = MongoServer.shared().freshDatabase();
        Path log = empty.resolve("console.log");
        int port = ServerProcess.freePort();
        long began = System.nanoTime();
        Process console = start(port, RunIT.withDatabase(MongoServer.shared().uri(), database.getName()), log);
        try {
            Packages.tell("console healthy", ConsoleSmoke.passes(console, port, log, began));
        } finally {
            console.destroy();
            console.waitFor();
            database.drop();
            MongoServer.shared()
                    .client()
                    .getDatabase(database.getName() + "_console")
                    .drop();
        }
    }

    private Process start(int port, String uri, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                empty.resolve("lockkeeper-console/bin/lockkeeper-console").toString());
        builder.environment().clear();
        builder.environment().put("PATH", Packages.NO_PATH);
        builder.environment().put("SERVER_PORT", Integer.toString(port));
        builder.environment().put("LOCKKEEPER_MONGODB_URI", uri);
        return builder.directory(empty.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }
}
