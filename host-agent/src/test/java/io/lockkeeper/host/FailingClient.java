package io.lockkeeper.host;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** A driver that fails in a way that none is expected to fail: each command of which the test says so, with what it says. */
final class FailingClient {

    private final Function<String, Optional<Throwable>> failing;

    private FailingClient(Function<String, Optional<Throwable>> failing) {
        this.failing = failing;
    }

    /** @param failing what the command fails with, by its text */
    static MongoClient around(MongoClient client, Function<String, Optional<Throwable>> failing) {
        return (MongoClient) new FailingClient(failing).around(client, MongoClient.class);
    }

    private Object around(Object target, Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getName().equals("runCommand")) {
                Optional<Throwable> failure = failing.apply(Arrays.toString(arguments));
                if (failure.isPresent()) {
                    throw failure.get();
                }
            }
            return wrapped(method, answer(target, method, arguments));
        });
    }

    private Object wrapped(Method method, Object answer) {
        Class<?> type = method.getReturnType();
        return type == MongoDatabase.class || type == MongoCluster.class ? around(answer, type) : answer;
    }

    private static Object answer(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
