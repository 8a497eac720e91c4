package io.lockkeeper.console.people.web;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.server.communication.AtmospherePushConnection;
import com.vaadin.flow.server.communication.PushConnection;
import com.vaadin.flow.server.communication.PushConnectionFactory;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import org.atmosphere.cpr.AtmosphereResource;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what a browser sends over a page's WebSocket as {@link RequestBodies} bounds requests: Vaadin would collect the parts
 * of a message to a length that its sender chooses. The pages send their requests by HTTP. Vaadin finds this class by
 * {@code META-INF/services}.
 */
public final class BoundedPush implements PushConnectionFactory {

    @Override
    public PushConnection apply(UI page) {
        return new BoundedConnection(page);
    }

    private static final class BoundedConnection extends AtmospherePushConnection {

        private transient @Nullable BoundedMessage arriving;

        BoundedConnection(UI page) {
            super(page);
        }

        @Override
        public FragmentedMessage getOrCreateFragmentedMessage(AtmosphereResource sender) {
            BoundedMessage known = arriving;
            BoundedMessage message = known != null && known.isFrom(sender) ? known : new BoundedMessage(sender);
            arriving = message;
            return message;
        }

        @Override
        public void clearFragmentedMessage(AtmosphereResource sender) {
            arriving = null;
        }
    }

    private static final class BoundedMessage extends AtmospherePushConnection.FragmentedMessage {

        private final transient AtmosphereResource sender;
        private int length;

        BoundedMessage(AtmosphereResource sender) {
            this.sender = sender;
        }

        /** A page that connects again starts a new message. */
        boolean isFrom(AtmosphereResource other) {
            return sender.uuid().equals(other.uuid());
        }

        /** Keeps no part that makes the message too long, and none after it; asks for the end of the connection. */
        @Override
        public boolean append(Reader part) throws IOException {
            char[] text = new char[RequestBodies.LONGEST + 1 - length];
            int count = 0;
            for (int more = part.read(text); more > 0; more = part.read(text, count, text.length - count)) {
                count += more;
            }
            length += count;
            if (length > RequestBodies.LONGEST) {
                sender.close(); // and at each part that is still on its way
                return false;
            }
            return super.append(new StringReader(new String(text, 0, count)));
        }
    }
}
