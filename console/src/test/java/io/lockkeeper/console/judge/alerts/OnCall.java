package io.lockkeeper.console.judge.alerts;

import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.judge.findings.Severity;
import io.lockkeeper.console.people.security.Role;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A person on call: a real HTTP and a real SMTP server that the alerts of a console go to. */
public final class OnCall implements AutoCloseable {

    private static final String ADMINISTRATOR = "boss";

    private final Inbox inbox = new Inbox();
    private final GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    public OnCall() {
        mail.start();
    }

    /** A console that may send them. Links in its messages lead to it. */
    public Console console(int port, String... more) {
        Stream<String> settings = Stream.of(
                "--server.port=" + port,
                "--lockkeeper.secrets-key=MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
                "--lockkeeper.alerts.console-url=http://127.0.0.1:" + port,
                "--lockkeeper.alerts.allowed-hosts=" + inbox.origin(),
                "--lockkeeper.alerts.allowed-networks=127.0.0.0/8",
                "--lockkeeper.alerts.allowed-mail-domains=example.com",
                "--lockkeeper.alerts.mail-from=lockkeeper@example.com",
                "--lockkeeper.alerts.resolve-after=2s",
                "--lockkeeper.alerts.interval=0s",
                "--spring.mail.host=127.0.0.1",
                "--spring.mail.port=" + mail.getSmtp().getPort());
        Console console = Console.start(Stream.concat(settings, Stream.of(more)).toArray(String[]::new));
        console.administrator(ADMINISTRATOR, "correct horse battery");
        actAsAdministrator();
        Alerts alerts = console.bean(Alerts.class);
        alerts.targets().saveWebhook("hook", inbox.origin() + "/on-call", WebhookFormat.LOCKKEEPER, "", null);
        alerts.targets().saveMail("mail", "oncall@example.com", null);
        alerts.saveRule(urgent("by hook", "hook"), null);
        alerts.saveRule(urgent("by mail", "mail"), null);
        Acting.asNobody();
        return console;
    }

    /** The kinds of message that came about a finding of a lock, in their order: {@code firing}, {@code resolved}. */
    public Stream<String> called(String lock) {
        return inbox.about(lock).stream().map(Inbox.Received::type);
    }

    /** The mail whose subject is this; empty while it has not come. */
    public String mail(String subject) {
        try {
            for (MimeMessage message : mail.getReceivedMessages()) {
                if (subject.equals(message.getSubject())) {
                    return String.valueOf(message.getContent());
                }
            }
            return "";
        } catch (MessagingException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Throws away what came. */
    public void forget() {
        inbox.forget();
        try {
            mail.purgeEmailFromAllMailboxes();
        } catch (FolderException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        mail.stop();
        inbox.close();
    }

    private static AlertRule urgent(String name, String target) {
        return new AlertRule(name, Set.of(), Severity.URGENT, "", List.of(target), null, true, Instant.EPOCH, "");
    }

    private static void actAsAdministrator() {
        Acting.as(ADMINISTRATOR, Role.ADMIN);
    }
}
