package io.lockkeeper.host.line;

import java.util.Optional;

/** The process at the other end of a connection. */
public interface Peer {

    String user();

    /** Its number, as the kernel says it; empty where it does not. */
    Optional<String> pid();

    boolean isOver();

    /** Answers a line, for one who has read all up to another. */
    void answer(long seen, long re, JsonLine answer);

    void send(JsonLine line);

    /** Ends the connection when what was written was read. */
    void close();

    /** Ends the connection now. */
    void end();
}
