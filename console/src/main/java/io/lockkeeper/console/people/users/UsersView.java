package io.lockkeeper.console.people.users;

import static io.lockkeeper.console.ground.components.Components.message;
import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.Notice;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.people.security.UserName;
import jakarta.annotation.security.RolesAllowed;
import java.util.List;
import java.util.Optional;

/** The administrators' page: who may log in, and as what. */
@Route("users")
@Menu(title = "Users", order = 8, icon = "vaadin:users")
@PageTitle("Users · Lockkeeper")
@RolesAllowed(Roles.ADMIN)
final class UsersView extends Div {

    private final Users users;
    private final Background background;
    private final ConsolePrivileges keeping;
    private final OwnRecords records;
    private final String self;
    private final Button add = new Button("Add user");
    private final Notice notice = new Notice();
    private final Div list = styled(new Div(), "entries");
    private final Span summary = styled(new Span(), "summary");

    UsersView(
            Users users,
            Background background,
            ConsolePrivileges keeping,
            OwnRecords records,
            AuthenticationContext present) {
        this.users = users;
        this.background = background;
        this.keeping = keeping;
        this.records = records;
        this.self = present.getPrincipalName().orElse("");
        addClassName("users-page");
        add(head(), list);
        load();
    }

    private Header head() {
        Div title = styled(new Div(new H1("Users"), summary), "page-title");
        add.addClickListener(click -> new AddUserDialog(users, background, this::load).open());
        add.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_SMALL);
        return styled(new Header(title, styled(new Div(add, LinkWords.lost()), "tools"), notice), "page-head");
    }

    private void load() {
        Optional<String> why = keeping.whyNoUserIsChanged();
        notice.show(why.map(it -> "You can look at users, but not change them: %s.".formatted(it)));
        add.setEnabled(why.isEmpty());
        background.read(users::list, this::show, e -> unreadable());
    }

    private void unreadable() {
        summary.setText("");
        list.removeAll();
        list.add(message("The users could not be read.", "Nothing was changed. Reload the page when this is fixed."));
    }

    private void show(List<UserAccount> accounts) {
        long disabled = accounts.stream().filter(UserAccount::disabled).count();
        summary.setText(
                Formats.counted(accounts.size(), "user") + (disabled == 0 ? "" : " · " + disabled + " disabled"));
        Table table = Table.plain("Users", columns());
        accounts.forEach(account -> table.add(
                new UserRow(account, account.name().equals(self), fixed(account), users, background, this::load)));
        list.removeAll();
        list.add(table);
        records.leftOut(UserAccount.class).forEach(each -> list.add(new Paragraph(each)));
    }

    /** Why nothing can be done about the user here; empty if something can. */
    private String fixed(UserAccount account) {
        if (account.name().equals(self)) {
            return "your own account";
        }
        return keeping.whyNoUserIsChanged().isPresent() ? "Not changeable now" : "";
    }

    private static List<String> columns() {
        return List.of(
                "User",
                "Role",
                "Sees",
                "State",
                Times.present().titled("Last login"),
                Times.present().titled("Added"),
                "");
    }

    /** Asks for the name, role and scope of a new user, and shows its first password. */
    private static final class AddUserDialog {

        private final TextField name = new TextField("User name");
        private final RoleField role = new RoleField();
        private final ScopeFields scope = new ScopeFields("all locks");
        private final Users users;
        private final Background background;
        private final Runnable changed;

        AddUserDialog(Users users, Background background, Runnable changed) {
            this.users = users;
            this.background = background;
            this.changed = changed;
            name.setHelperText("Letters, digits or . _ @ + -");
            name.setMaxLength(64);
            name.setAutofocus(true);
            role.addValueChangeListener(chosen -> scope.setVisible(chosen.getValue() != Role.ADMIN));
        }

        void open() {
            Div fields = styled(new Div(name, role, scope), "fields");
            new Confirmation<>("Add a user", fields, "Add", background, this::add, this::added).open();
        }

        private String add() {
            LockScope locks = role.getValue() == Role.ADMIN ? LockScope.EVERYTHING : scope.value();
            return users.add(name.getValue(), role.getValue(), locks);
        }

        private void added(String password) {
            changed.run();
            UserRow.showOnce(UserName.of(name.getValue()), password);
        }
    }
}
