package io.lockkeeper.console.judge.alerts;

import java.time.Instant;
import java.util.List;

/**
 * The content of the alerts page.
 *
 * @param waiting the first messages still to be sent, the next one first
 * @param dead messages that were given up, the latest first
 * @param sent messages that were sent, the latest first
 * @param asOf when this was read
 */
public record Overview(
        List<AlertRule> rules,
        List<AlertTarget> targets,
        List<Delivery> waiting,
        List<Delivery> dead,
        List<Delivery> sent,
        Instant asOf) {}
