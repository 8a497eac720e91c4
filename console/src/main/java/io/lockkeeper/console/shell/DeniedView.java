package io.lockkeeper.console.shell;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.AccessDeniedException;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.ErrorParameter;
import com.vaadin.flow.router.HasErrorParameter;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.ParentLayout;
import jakarta.annotation.security.PermitAll;

/** A page that the user's role may not open. */
@ParentLayout(MainLayout.class)
@PageTitle("Not allowed · Lockkeeper")
@PermitAll
final class DeniedView extends Div implements HasErrorParameter<AccessDeniedException> {

    @Override
    public int setErrorParameter(BeforeEnterEvent event, ErrorParameter<AccessDeniedException> parameter) {
        add(new ErrorMessage(
                "This page is for operators.",
                "You are logged in as a viewer. An operator can open it, or you log in as one."));
        return 403;
    }
}
