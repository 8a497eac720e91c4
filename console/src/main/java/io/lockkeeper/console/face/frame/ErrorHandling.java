package io.lockkeeper.console.face.frame;

import com.mongodb.MongoException;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.server.ErrorEvent;
import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinServiceInitListener;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Component;

/** The one handler of exceptions that no page expected: logs them in full, and shows a sentence. */
@Component
class ErrorHandling implements VaadinServiceInitListener {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorHandling.class);

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.getSource()
                .addSessionInitListener(session -> session.getSession().setErrorHandler(ErrorHandling::handle));
    }

    private static void handle(ErrorEvent event) {
        LOG.error("A page failed", event.getThrowable());
        if (UI.getCurrent() != null) {
            Toasts.warn(sentence(event.getThrowable()));
        }
    }

    private static String sentence(Throwable cause) {
        return switch (cause) {
            case AccessDeniedException denied -> "That is for operators. Nothing was changed.";
            case MongoException trouble ->
                MongoTrouble.sentence(trouble)
                        + " No lock was changed by this page; try again when this is fixed and the badge says live.";
            default ->
                "Something went wrong on this page. The locks are not affected; reload the page, and see the console's log.";
        };
    }
}
