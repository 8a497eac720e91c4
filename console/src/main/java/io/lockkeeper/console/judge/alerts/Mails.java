package io.lockkeeper.console.judge.alerts;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.mail.MailException;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.stereotype.Component;

/**
 * Sends e-mail, by Spring's own settings ({@code SPRING_MAIL_HOST} and so on), to the domains that
 * {@code LOCKKEEPER_ALERTS_ALLOWED_MAIL_DOMAINS} names. Plain text only.
 */
@Component
class Mails {

    private static final String NO_DOMAIN =
            "No e-mail can be sent: LOCKKEEPER_ALERTS_ALLOWED_MAIL_DOMAINS names no domain. Set it to the domains that alerts may go to, separated by commas, and restart the consoles.";
    private static final String NO_SERVER =
            "No e-mail can be sent: SPRING_MAIL_HOST names no mail server. Set it, and restart the consoles.";
    private static final String NO_SENDER =
            "No e-mail can be sent: LOCKKEEPER_ALERTS_MAIL_FROM names no sender. Set it to an address that the mail server accepts, and restart the consoles.";

    private final Set<String> domains;
    private final String from;
    private final ObjectProvider<JavaMailSender> server;

    Mails(AlertSettings settings, ObjectProvider<JavaMailSender> server) {
        this.domains = settings.allowedMailDomains().stream()
                .map(domain -> domain.strip().toLowerCase(Locale.ROOT))
                .filter(domain -> !domain.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        this.from = settings.mailFrom().strip();
        this.server = server;
    }

    /** Why no e-mail can be sent at all; empty if it can. */
    Optional<String> whyNone() {
        if (server.getIfAvailable() == null) {
            return Optional.of(NO_SERVER);
        }
        if (from.isEmpty()) {
            return Optional.of(NO_SENDER);
        }
        return domains.isEmpty() ? Optional.of(NO_DOMAIN) : Optional.empty();
    }

    /** Why e-mail must not go to these comma-separated recipients; empty if it may. */
    Optional<String> fault(String recipients) {
        if (domains.isEmpty()) {
            return Optional.of(NO_DOMAIN);
        }
        List<String> all = split(recipients);
        if (all.isEmpty()) {
            return Optional.of("Enter at least one recipient.");
        }
        return all.stream().flatMap(each -> faultOf(each).stream()).findFirst();
    }

    static List<String> split(String recipients) {
        return Arrays.stream(recipients.split(",", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .distinct()
                .toList();
    }

    private Optional<String> faultOf(String recipient) {
        if (!isPlain(recipient)) {
            return Optional.of("“%s” is not an e-mail address. Write one like oncall@example.com."
                    .formatted(recipient.replaceAll("\\p{Cntrl}", "?")));
        }
        String domain = recipient.substring(recipient.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        return domains.contains(domain)
                ? Optional.empty()
                : Optional.of(
                        "%s is not among the domains that alerts may go to. LOCKKEEPER_ALERTS_ALLOWED_MAIL_DOMAINS names them."
                                .formatted(domain));
    }

    /** A bare address without display name, comment, route or quotes, so that every program reads it the same way. */
    private static boolean isPlain(String recipient) {
        try {
            new InternetAddress(recipient, true).validate();
            return recipient.matches("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+");
        } catch (AddressException e) {
            return false;
        }
    }

    /**
     * Hands the message to the mail server once.
     *
     * @param answers the messages that mail programs show it with
     */
    void send(String recipients, String delivery, List<String> answers, String subject, String text)
            throws UndeliveredException {
        Optional<String> fault = whyNone().or(() -> fault(recipients));
        if (fault.isPresent()) {
            throw new UndeliveredException(fault.get());
        }
        try {
            JavaMailSender sender = server.getObject();
            MimeMessage message = message(sender.createMimeMessage(), recipients, subject, text);
            message.setHeader("Message-ID", id(delivery));
            if (!answers.isEmpty()) {
                message.setHeader("In-Reply-To", id(answers.getLast()));
                message.setHeader("References", answers.stream().map(Mails::id).collect(Collectors.joining(" ")));
            }
            sender.send(message);
        } catch (MailException | MessagingException e) {
            throw new UndeliveredException("The mail server did not accept it: %s".formatted(cause(e)));
        }
    }

    private static String id(String delivery) {
        return "<%s@lockkeeper>".formatted(delivery);
    }

    private MimeMessage message(MimeMessage message, String recipients, String subject, String text)
            throws MessagingException {
        message.setFrom(new InternetAddress(from));
        for (String recipient : split(recipients)) {
            message.addRecipient(Message.RecipientType.TO, new InternetAddress(recipient, true));
        }
        message.setSubject(subject, StandardCharsets.UTF_8.name());
        message.setText(text, StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(Instant.now()));
        message.setHeader("Auto-Submitted", "auto-generated");
        return message;
    }

    /** The first line of what the server said. */
    private static String cause(Exception e) {
        Throwable last = e;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return String.valueOf(last.getMessage()).lines().findFirst().orElse("no reason given");
    }
}
