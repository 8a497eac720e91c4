package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.NamePart;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.ResolvableType;
import org.springframework.expression.Expression;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.util.ClassUtils;

/**
 * Finds mistakes in a method's expressions before it is called: expressions outside of their braces, and variables, properties and methods
 * that do not exist, as far as their types are known.
 */
final class Spelling {

    /** A variable, or the use of a bean; {@code #4} and {@code ann@example.org} are neither. */
    private static final Pattern EXPRESSION = Pattern.compile("#[\\p{L}_]\\w*|(?<!\\w)@\\w+[.(]");

    /** Expressions whose parts belong to elements of something, or name no property. */
    private static final Set<Class<?>> ELEMENTS =
            Set.of(Selection.class, Projection.class, Indexer.class, InlineMap.class);

    private final Method method;
    private final KnownTypes types;
    private final boolean named;

    /** @param bean the class of the bean that has the method */
    Spelling(Method method, Class<?> bean, ParameterNameDiscoverer discoverer) {
        this.method = method;
        ResolvableType root = ResolvableType.forClass(ClassUtils.getUserClass(bean));
        Map<String, ResolvableType> variables = new HashMap<>(Map.of("root", root, "this", root));
        @Nullable String @Nullable [] names = discoverer.getParameterNames(method);
        named = names != null;
        for (int i = 0; i < method.getParameterCount(); i++) {
            ResolvableType type = ResolvableType.forMethodParameter(method, i, bean);
            variables.put("a" + i, type);
            variables.put("p" + i, type);
            if (names != null && names[i] != null) {
                variables.put(names[i], type);
            }
        }
        types = new KnownTypes(variables, root);
    }

    /** @throws IllegalArgumentException if the template cannot be meant as the name of a lock */
    void checkName(Template name) {
        for (Expression part : name.parts()) {
            if (part instanceof LiteralExpression) {
                checkLiteral(part.getExpressionString(), name.text());
            }
        }
        check(name);
        name.parts().forEach(part -> checkPart(part, name.text()));
    }

    /** @throws IllegalArgumentException if no value of the part's type can name a lock */
    private void checkPart(Expression part, String text) {
        if (part instanceof SpelExpression spel) {
            refused(spel.getAST()).ifPresent(reason -> {
                throw wrong(part.getExpressionString(), text, reason);
            });
        }
    }

    /** Why the expression cannot be a part of the name; of a sum, each operand is a part. */
    private Optional<String> refused(SpelNode node) {
        return node instanceof OpPlus
                ? IntStream.range(0, node.getChildCount())
                        .mapToObj(node::getChild)
                        .flatMap(child -> refused(child).stream())
                        .findFirst()
                : types.of(node).map(type -> type.resolve(Object.class)).flatMap(NamePart::refused);
    }

    void check(Template template) {
        template.parts().forEach(part -> check(part, template.text()));
    }

    /** @throws IllegalArgumentException if the expression has a variable that does not exist */
    void check(Expression expression, String text) {
        if (expression instanceof SpelExpression spel) {
            check(spel.getAST(), text, true);
            checkNames(spel.getAST(), text);
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

    /** @param typed whether its names belong to a parameter or the bean, and not to an element of something */
    private void check(SpelNode node, String text, boolean typed) {
        if (node instanceof VariableReference) {
            checkVariable(node.toStringAST().substring(1), text);
        }
        if (node instanceof FunctionReference) {
            throw wrong(node.toStringAST(), text, "is a function, and there are none");
        }
        boolean inside = typed && !ELEMENTS.contains(node.getClass());
        for (int i = 0; i < node.getChildCount(); i++) {
            SpelNode child = node.getChild(i);
            check(child, text, inside);
            if (inside && !(node instanceof CompoundExpression)) {
                checkNames(child, text);
            }
        }
    }

    /** Checks a chain of names as a whole, because that decides to which object each belongs. */
    private void checkNames(SpelNode node, String text) {
        try {
            var unused = types.of(node);
        } catch (IllegalArgumentException e) {
            throw wrong(node.toStringAST(), text, String.valueOf(e.getMessage()));
        }
    }

    private static IllegalArgumentException wrong(String part, String text, String reason) {
        return new IllegalArgumentException("\"%s\" of \"%s\" %s".formatted(part, text, reason));
    }

    private void checkVariable(String variable, String text) {
        if (types.variables().containsKey(variable)) {
            return;
        }
        throw new IllegalArgumentException(
                named
                        ? "\"#%s\" of \"%s\" is no parameter of %s".formatted(variable, text, method.getName())
                        : "\"#%s\" of \"%s\" is unknown, for the names of the parameters are not in the class: compile with -parameters, or write #a0 for the first"
                                .formatted(variable, text));
    }
}
