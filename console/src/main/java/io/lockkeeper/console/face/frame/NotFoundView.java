package io.lockkeeper.console.face.frame;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.ErrorParameter;
import com.vaadin.flow.router.HasErrorParameter;
import com.vaadin.flow.router.NotFoundException;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.ParentLayout;
import jakarta.annotation.security.PermitAll;

/** An address under which there is no page. */
@ParentLayout(MainLayout.class)
@PageTitle("No such page · Lockkeeper")
@PermitAll
final class NotFoundView extends Div implements HasErrorParameter<NotFoundException> {

    @Override
    public int setErrorParameter(BeforeEnterEvent event, ErrorParameter<NotFoundException> parameter) {
        add(new ErrorMessage("There is no page at this address.", "Locks are found by their name from the list."));
        return 404;
    }
}
