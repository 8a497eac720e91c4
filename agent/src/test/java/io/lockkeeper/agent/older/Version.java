package io.lockkeeper.agent.older;

import com.mongodb.client.MongoClient;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where an agent comes from: this build, or the jars of an earlier version. */
enum Version {
    NEWER,
    OLDER;

    /** Of the jars that stand beside this class's resources. */
    static final String OF_THE_JARS = "0.0.9";

    Version other() {
        return this == NEWER ? OLDER : NEWER;
    }

    /** An agent whose service has the version's name. */
    Peer connect(MongoClient client, String database) {
        try {
            return (Peer) classes()
                    .loadClass(AgentPeer.class.getName())
                    .getConstructor(MongoClient.class, String.class, String.class)
                    .newInstance(client, database, name());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private ClassLoader classes() {
        return this == NEWER ? AgentPeer.class.getClassLoader() : Jars.LOADED;
    }

    /** Takes Lockkeeper's classes from the jars alone, and {@link AgentPeer} anew; it shares the rest, such as the driver. */
    private static final class Jars extends URLClassLoader {

        private static final String OURS = "io.lockkeeper.";
        private static final Jars LOADED = new Jars();

        Jars() {
            super(
                    new URL[] {
                        jar("lockkeeper-shared-model"),
                        jar("lockkeeper-agent"),
                        AgentPeer.class.getProtectionDomain().getCodeSource().getLocation()
                    },
                    AgentPeer.class.getClassLoader());
        }

        private static URL jar(String artifact) {
            String file = "%s-%s.jar".formatted(artifact, OF_THE_JARS);
            return Objects.requireNonNull(AgentPeer.class.getResource(file), file);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(OURS) || name.matches("\\Q" + Peer.class.getName() + "\\E(\\$.*)?")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }

        @Override
        public @Nullable URL getResource(String name) {
            return name.startsWith("io/lockkeeper/") ? findResource(name) : super.getResource(name);
        }
    }
}
