package io.lockkeeper.console.face.frame;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.AccessDeniedException;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.ErrorParameter;
import com.vaadin.flow.router.HasErrorParameter;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.ParentLayout;
import io.lockkeeper.console.ground.scope.LockScope;
import jakarta.annotation.security.PermitAll;

/** A page that the user's role or scope may not open. */
@ParentLayout(MainLayout.class)
@PageTitle("Not allowed · Lockkeeper")
@PermitAll
final class DeniedView extends Div implements HasErrorParameter<AccessDeniedException> {

    @Override
    public int setErrorParameter(BeforeEnterEvent event, ErrorParameter<AccessDeniedException> parameter) {
        add(
                LockScope.isPresentLimited()
                        ? new ErrorMessage(
                                "This page is not open to you.",
                                "It is for administrators, or shows locks outside your scope. An administrator can change your role and scope.")
                        : new ErrorMessage(
                                "This page is for administrators.",
                                "You are logged in with a role that may not open it. An administrator can change your role."));
        return 403;
    }
}
