package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;

/** Finds, before a method is called, what its texts cannot mean: expressions outside of their braces, and variables that do not exist. */
final class Spelling {

    /** A variable, or the use of a bean; {@code #4} and {@code ann@example.org} are neither. */
    private static final Pattern EXPRESSION = Pattern.compile("#[\\p{L}_]\\w*|(?<!\\w)@\\w+[.(]");

    private final Method method;
    private final Set<String> variables = new HashSet<>(Set.of("root", "this"));
    private final boolean named;

    Spelling(Method method, ParameterNameDiscoverer discoverer) {
        this.method = method;
        for (int i = 0; i < method.getParameterCount(); i++) {
            variables.add("a" + i);
            variables.add("p" + i);
        }
        @Nullable String @Nullable [] names = discoverer.getParameterNames(method);
        named = names != null;
        if (names != null) {
            Stream.of(names).filter(Objects::nonNull).forEach(variables::add);
        }
    }

    /** @throws IllegalArgumentException if the template cannot be meant so as the name of a lock */
    void checkName(Template name) {
        for (Expression part : name.parts()) {
            if (part instanceof LiteralExpression) {
                checkLiteral(part.getExpressionString(), name.text());
            }
        }
        check(name);
    }

    void check(Template template) {
        template.parts().forEach(part -> check(part, template.text()));
    }

    /** @throws IllegalArgumentException if the expression has a variable that does not exist */
    void check(Expression expression, String text) {
        if (expression instanceof SpelExpression spel) {
            check(spel.getAST(), text);
        }
    }

    private static void checkLiteral(String literal, String text) {
        Matcher expression = EXPRESSION.matcher(literal);
        if (expression.find()) {
            throw new IllegalArgumentException(
                    ("\"%s\" of \"%s\" stands outside of #{…}, so it is mere text and all calls would share one lock."
                                    + " Put expressions into braces, as in \"order-#{#id}\"")
                            .formatted(expression.group(), text));
        }
    }

    private void check(SpelNode node, String text) {
        if (node instanceof VariableReference) {
            checkVariable(node.toStringAST().substring(1), text);
        }
        if (node instanceof FunctionReference) {
            throw new IllegalArgumentException(
                    "\"%s\" of \"%s\" is a function, and there are none".formatted(node.toStringAST(), text));
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            check(node.getChild(i), text);
        }
    }

    private void checkVariable(String variable, String text) {
        if (variables.contains(variable)) {
            return;
        }
        throw new IllegalArgumentException(
                named
                        ? "\"#%s\" of \"%s\" is no parameter of %s".formatted(variable, text, method.getName())
                        : "\"#%s\" of \"%s\" is unknown, for the names of the parameters are not in the class: compile with -parameters, or write #a0 for the first"
                                .formatted(variable, text));
    }
}
