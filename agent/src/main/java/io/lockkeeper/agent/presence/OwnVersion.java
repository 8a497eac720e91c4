package io.lockkeeper.agent.presence;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The version of this library, as operators see it. */
public final class OwnVersion {

    private static final Logger log = LoggerFactory.getLogger(OwnVersion.class);
    private static final String VERSION = read();

    private OwnVersion() {}

    /** The version; "unknown" where the library was taken apart. */
    public static String version() {
        return VERSION;
    }

    private static String read() {
        Properties properties = new Properties();
        try (InputStream resource = OwnVersion.class.getResourceAsStream("/io/lockkeeper/agent/version.properties")) {
            if (resource != null) {
                properties.load(resource);
            }
        } catch (IOException e) {
            log.debug("The library's version could not be read", e);
        }
        return properties.getProperty("version", "unknown");
    }
}
