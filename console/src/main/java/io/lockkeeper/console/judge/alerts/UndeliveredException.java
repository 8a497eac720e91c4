package io.lockkeeper.console.judge.alerts;

/** A message that was not delivered; the sentence is for the page, and has no secret in it. */
final class UndeliveredException extends Exception {

    UndeliveredException(String sentence) {
        super(sentence);
    }
}
