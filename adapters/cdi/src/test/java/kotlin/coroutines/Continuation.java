package kotlin.coroutines;

/** Stands for Kotlin's, which each suspending function has as a parameter: Kotlin is not needed for that. */
public interface Continuation<T> {}
