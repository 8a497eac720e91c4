package io.lockkeeper.agent;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process that an agent runs in, as operators see it. */
final class ThisProcess {

    private static final Logger log = LoggerFactory.getLogger(ThisProcess.class);
    private static final String VERSION = readVersion();

    private ThisProcess() {}

    /** The version of this library. */
    static String version() {
        return VERSION;
    }

    private static String readVersion() {
        Properties properties = new Properties();
        try (InputStream resource = ThisProcess.class.getResourceAsStream("version.properties")) {
            if (resource != null) {
                properties.load(resource);
            }
        } catch (IOException e) {
            log.debug("The library's version could not be read", e);
        }
        return properties.getProperty("version", "unknown");
    }
}
