package io.lockkeeper.simulation;

import io.lockkeeper.faults.overlay.Overlay;
import io.lockkeeper.faults.overlay.Patch;
import io.lockkeeper.simulation.code.SimulatedClasses;
import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Size;
import java.util.List;

/** Opens simulations: each with Lockkeeper's classes of its own, changed by patches or as they are. */
final class Simulator {

    private static final String INSIDE = "io.lockkeeper.simulation.history.Inside";

    private Simulator() {}

    static Histories open(List<Patch> patches) {
        Jdk.require(Runtime.version().feature());
        try (Overlay overlay = Overlay.compile(patches)) {
            SimulatedClasses classes = new SimulatedClasses(overlay.folder());
            Histories histories = (Histories)
                    classes.loadClass(INSIDE).getDeclaredConstructor().newInstance();
            var unused = histories.random(1, Size.of(2)); // while the folder is there
            classes.loadAll(overlay.folder());
            return histories;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
