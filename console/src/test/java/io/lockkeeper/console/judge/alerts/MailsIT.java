package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** E-mail that a real SMTP server takes. */
@Timeout(60)
class MailsIT {

    private final GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private final Mails mails;

    MailsIT() {
        server.start();
        mails = mails(server.getSmtp().getPort());
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void aMessageArrivesAtEachRecipientAsPlainTextWithItsId() throws Exception {
        mails.send(
                "ann@example.com, bob@Example.com", "id-1", List.of(), "Größe: 5 “locks”", "evidence ✓\nsecond line");
        MimeMessage[] arrived = server.getReceivedMessages();
        assertThat(arrived).hasSize(2);
        MimeMessage first = arrived[0];
        assertThat(first.getSubject()).isEqualTo("Größe: 5 “locks”");
        assertThat(first.getContentType()).startsWith("text/plain");
        assertThat(String.valueOf(first.getContent())).contains("evidence ✓");
        assertThat(first.getMessageID()).isEqualTo("<id-1@lockkeeper>");
        assertThat(first.getHeader("Auto-Submitted")).containsExactly("auto-generated");
    }

    @Test
    void aSubjectWithLineBreaksAddsNoHeaderAndNoRecipient() throws Exception {
        mails.send("ann@example.com", "id-1", List.of(), "x\r\nBcc: all@example.com\r\n\r\nbody", "text");
        MimeMessage[] arrived = server.getReceivedMessages();
        assertThat(arrived).hasSize(1);
        assertThat(arrived[0].getHeader("Bcc")).isNull();
        assertThat(String.valueOf(arrived[0].getContent()).strip()).isEqualTo("text");
    }

    @Test
    void whatIsNoPlainAddressOrOfAnotherDomainIsRefused() {
        assertThat(mails.fault("ann@example.com")).isEmpty();
        for (String bad : List.of(
                "ann",
                "ann@example.com\r\nBcc: x@example.com",
                "Ann <ann@example.com>",
                "\"a b\"@example.com",
                "ann@[127.0.0.1]",
                "ann(comment)@example.com")) {
            assertThat(mails.fault(bad)).as(bad).get().asString().contains("not an e-mail address");
        }
        assertThat(mails.fault("ann@example.org")).get().asString().contains("not among the domains");
        assertThat(mails.fault("ann@example.com.evil.org")).get().asString().contains("not among the domains");
        assertThat(mails.fault(" , ")).get().asString().contains("at least one");
        assertThatThrownBy(() -> mails.send("ann@example.org", "id-1", List.of(), "s", "t"))
                .isInstanceOf(UndeliveredException.class);
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void aServerThatIsAwayOrHangsIsAFailureWithASentence() throws IOException {
        int port = server.getSmtp().getPort();
        server.stop();
        assertThatThrownBy(() -> mails(port).send("ann@example.com", "id-1", List.of(), "s", "t"))
                .isInstanceOf(UndeliveredException.class)
                .hasMessageContaining("The mail server did not accept it");
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> mails(silent.getLocalPort()).send("ann@example.com", "id-1", List.of(), "s", "t"))
                    .isInstanceOf(UndeliveredException.class);
        }
    }

    @Test
    void withoutServerSenderOrDomainsNoneIsSentAndThePageSaysWhatToSet() {
        Mails none = new Mails(
                Settings.of(List.of(), List.of(), List.of("example.com")),
                new StaticListableBeanFactory().getBeanProvider(JavaMailSender.class));
        assertThat(none.whyNone()).get().asString().contains("SPRING_MAIL_HOST");
        assertThat(mails(1).whyNone()).isEmpty();
    }

    private static Mails mails(int port) {
        JavaMailSenderImpl sender = new JavaMailSenderImpl();
        sender.setHost("127.0.0.1");
        sender.setPort(port);
        sender.getJavaMailProperties().setProperty("mail.smtp.connectiontimeout", "1000");
        sender.getJavaMailProperties().setProperty("mail.smtp.timeout", "1000");
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        beans.addBean("sender", sender);
        return new Mails(
                Settings.of(List.of(), List.of(), List.of("example.com")), beans.getBeanProvider(JavaMailSender.class));
    }
}
