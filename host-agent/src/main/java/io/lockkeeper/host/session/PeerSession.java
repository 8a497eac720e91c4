package io.lockkeeper.host.session;

import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.Peer;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.model.ServedProcess;
import java.util.Optional;

/** What one connection is for, from its hello on. On the loop's thread only. */
public interface PeerSession {

    long number();

    /** Of the end of its process. */
    ProcessProof proof();

    /** The line of that id was read. */
    void heard(long id);

    /** Answers the hello. */
    void welcome(long id);

    void serve(long id, Fields line) throws RequestRefusedException;

    /** The connection has ended, for any reason; another may have taken its place. */
    void disconnected(Peer from);

    /** Nothing is granted any more. */
    void refuseWaits();

    /** The host agent ends. */
    void abandon();

    /** The host agent ends, and another goes on with what it has. */
    void handOver();

    JsonLine described();

    /** What operators see of it; empty for a process that is seen by a document of its own. */
    Optional<ServedProcess> served();
}
