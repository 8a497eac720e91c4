package io.lockkeeper.examples.other;

/** A server of JobRunr, which shows that it lives for as long as it runs. */
final class DrivenJobRunr implements Driven {

    private final String instance;

    DrivenJobRunr(String instance) {
        this.instance = instance;
    }

    @Override
    public String perform(String command) {
        switch (command) {
            case "acquire" -> Mails.start(instance);
            case "release" -> org.jobrunr.configuration.JobRunr.destroy();
            default -> throw Driven.unknown(command);
        }
        return "done";
    }
}
