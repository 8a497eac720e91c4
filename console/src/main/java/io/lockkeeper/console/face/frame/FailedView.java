package io.lockkeeper.console.face.frame;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.ErrorParameter;
import com.vaadin.flow.router.HasErrorParameter;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.ParentLayout;
import jakarta.annotation.security.PermitAll;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A page that could not be opened. */
@ParentLayout(MainLayout.class)
@PageTitle("Error · Lockkeeper")
@PermitAll
final class FailedView extends Div implements HasErrorParameter<Exception> {

    private static final Logger LOG = LoggerFactory.getLogger(FailedView.class);

    @Override
    public int setErrorParameter(BeforeEnterEvent event, ErrorParameter<Exception> parameter) {
        LOG.error("The page {} could not be opened", event.getLocation().getPath(), parameter.getException());
        add(new ErrorMessage(
                "This page could not be opened.",
                "The services’ locks are not affected. Load it again; if it fails again, the console’s log says why."));
        return 500;
    }
}
