package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.html.Div;
import io.lockkeeper.console.ask.incident.Incident;
import io.lockkeeper.console.face.marks.TimeLane;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;

/** The locks that were waited for most, on one axis: a lane each, its leases as bars, what is not recorded hatched. */
final class IncidentChart extends Div {

    IncidentChart(Incident incident) {
        addClassName("timeline");
        getElement().setAttribute("aria-hidden", "true");
        if (!incident.marks().isEmpty()) {
            add(TimeLane.of("evictions, deploys", incident.marks(), incident.from(), incident.until()));
        }
        incident.lanes().forEach(lane -> add(lane(lane, incident)));
        Times times = Times.present();
        add(TimeLane.scale(times.named(incident.from()), times.named(incident.until())));
    }

    private static TimeLane lane(Incident.Lane of, Incident incident) {
        TimeLane lane = new TimeLane(
                        new Name(Formats.visible(of.lock().name()), "lane-name"), incident.from(), incident.until())
                .hatch(incident.gaps());
        of.leases().forEach(lane::lease);
        return lane;
    }
}
