package io.lockkeeper.spring;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.ParserContext;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Text with SpEL between <code>#{</code> and <code>}</code>. A part that is null is an error: two locks would become one. */
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

    String render(EvaluationContext context) {
        return parts.stream().map(part -> render(part, context)).collect(Collectors.joining());
    }

    private String render(Expression part, EvaluationContext context) {
        Object value = part.getValue(context);
        if (value == null) {
            throw new IllegalArgumentException("\"%s\" of \"%s\" is null".formatted(part.getExpressionString(), text));
        }
        return value.toString();
    }
}
