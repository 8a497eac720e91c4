package io.lockkeeper.commandline;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that was built. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        Properties built = new Properties();
        try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
            built.load(file);
        }
        return new String[] {"lockkeeper " + built.getProperty("version")};
    }
}
