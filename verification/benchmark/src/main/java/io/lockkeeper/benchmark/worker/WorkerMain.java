package io.lockkeeper.benchmark.worker;

import io.lockkeeper.peers.Peer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A process that uses locks by orders, one a line, and answers each with one line. */
final class WorkerMain {

    private WorkerMain() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err); // what libraries print is no answer
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Work work = new Work(Peer.valueOf(arguments[0]), arguments[1])) {
            answers.println("ok");
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                List<String> words = Arrays.asList(order.split(" "));
                answers.println("ok " + work.follow(words.getFirst(), words.subList(1, words.size())));
            }
        } catch (Exception e) {
            e.printStackTrace();
            answers.println("failed " + e);
        }
        System.exit(0); // some clients leave threads behind
    }
}
