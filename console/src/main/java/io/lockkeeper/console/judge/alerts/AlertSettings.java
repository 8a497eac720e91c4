package io.lockkeeper.console.judge.alerts;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The alert settings from the console's environment. They bound what administrators may set on a page.
 *
 * @param allowedHosts the hosts that webhooks may go to
 * @param allowedNetworks private networks that webhooks may go to
 * @param allowedMailDomains the domains whose addresses e-mail may go to
 * @param mailFrom the sender of e-mail
 * @param consoleUrl where browsers find the console, for links in messages; empty for none
 * @param resolveAfter how long a finding has to be gone before it counts as resolved
 * @param interval the shortest time between two messages of one rule; findings in between go into the next message
 * @param timeLimit how long a webhook's delivery may take in total
 * @param firstRetry how long after the first failure a message is sent again; the pause doubles with each further failure
 */
@ConfigurationProperties("lockkeeper.alerts")
record AlertSettings(
        @DefaultValue List<String> allowedHosts,
        @DefaultValue List<String> allowedNetworks,
        @DefaultValue List<String> allowedMailDomains,
        @DefaultValue("") String mailFrom,
        @DefaultValue("") String consoleUrl,
        @DefaultValue("2m") Duration resolveAfter,
        @DefaultValue("30s") Duration interval,
        @DefaultValue("10s") Duration timeLimit,
        @DefaultValue("5s") Duration firstRetry) {}
