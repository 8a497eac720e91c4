package io.lockkeeper.spring;

import io.lockkeeper.agent.methods.NamePart;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.ParserContext;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Text with SpEL between <code>#{</code> and <code>}</code>. */
record Template(String text, List<Expression> parts) {

    private static final SpelExpressionParser PARSER = new SpelExpressionParser();

    static Template parse(String text) {
        Expression parsed = PARSER.parseExpression(text, ParserContext.TEMPLATE_EXPRESSION);
        return new Template(
                text,
                parsed instanceof CompositeStringExpression composite
                        ? List.of(composite.getExpressions())
                        : List.of(parsed));
    }

    /**
     * The name of a lock. A part that is null or empty is an error, because it would make one of two locks, and so is a part whose text
     * differs at each call: it would make many locks of one.
     *
     * @throws IllegalArgumentException if a part is, or cannot be evaluated
     */
    String name(EvaluationContext context) {
        return parts.stream().map(part -> filled(part, context)).collect(Collectors.joining());
    }

    /**
     * A text for people.
     *
     * @throws IllegalArgumentException if a part cannot be evaluated
     */
    String words(EvaluationContext context) {
        return parts.stream()
                .map(part -> Objects.toString(value(part, context), ""))
                .collect(Collectors.joining());
    }

    private String filled(Expression part, EvaluationContext context) {
        Object value = value(part, context);
        NamePart.unfit(value).ifPresent(reason -> {
            throw wrong(part, reason);
        });
        return Objects.toString(NamePart.unwrapped(value));
    }

    private IllegalArgumentException wrong(Expression part, String reason) {
        return new IllegalArgumentException("\"%s\" of \"%s\" %s".formatted(part.getExpressionString(), text, reason));
    }

    private @Nullable Object value(Expression part, EvaluationContext context) {
        try {
            return part.getValue(context);
        } catch (RuntimeException e) { // also what a called method throws
            throw new IllegalArgumentException(
                    "\"%s\" of \"%s\" cannot be evaluated: %s".formatted(part.getExpressionString(), text, e), e);
        }
    }
}
