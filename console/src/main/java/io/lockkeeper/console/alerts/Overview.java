package io.lockkeeper.console.alerts;

import java.time.Instant;
import java.util.List;

/**
 * What there is about alerts.
 *
 * @param waiting messages that are still to be sent, the next first; no more than the first of them
 * @param dead messages that were given up, the latest first
 * @param sent messages that were sent, the latest first
 * @param asOf when that was so
 */
public record Overview(
        List<AlertRule> rules,
        List<AlertTarget> targets,
        List<Delivery> waiting,
        List<Delivery> dead,
        List<Delivery> sent,
        Instant asOf) {}
