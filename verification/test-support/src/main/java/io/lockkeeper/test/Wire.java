package io.lockkeeper.test;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** MongoDB's messages as bytes: without TLS and compression, one answer for each question. */
final class Wire {

    static final int MESSAGE = 2013;
    private static final int REPLY = 1;
    private static final int HEADER = 16;
    private static final int BODY_OF_MESSAGE = HEADER + 5;
    /** Before the document: flags, cursor, and two counts. */
    private static final int BODY_OF_REPLY = HEADER + 20;

    private static final int CHECKSUM = 1;
    private static final int NO_ANSWER = 2;
    private static final int MANY_ANSWERS = 1 << 16;
    private static final AtomicInteger NUMBERS = new AtomicInteger(1_000_000_000);

    private Wire() {}

    /** A connection to a server at a port of this machine. */
    record Line(Socket socket, DataInputStream in) implements AutoCloseable {

        static Line open(int port) throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            return new Line(socket, new DataInputStream(socket.getInputStream()));
        }

        byte[] exchange(byte[] message) throws IOException {
            socket.getOutputStream().write(message);
            return isAnswered(message) ? read(in) : new byte[0];
        }

        BsonDocument ask(BsonDocument command) throws IOException {
            return document(exchange(message(command, 0)));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    static boolean isMessage(byte[] message) {
        return int32(message, 12) == MESSAGE;
    }

    static int number(byte[] message) {
        return int32(message, 4);
    }

    static boolean isAnswered(byte[] message) {
        return !isMessage(message) || (int32(message, HEADER) & NO_ANSWER) == 0;
    }

    /** The message, without the leave to answer it more than once. */
    static byte[] once(byte[] message) {
        byte[] copy = message.clone();
        ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(HEADER, int32(message, HEADER) & ~MANY_ANSWERS);
        return copy;
    }

    static byte[] message(BsonDocument document, int answerTo) {
        ByteBuffer head = ByteBuffer.allocate(BODY_OF_MESSAGE).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(0).putInt(NUMBERS.incrementAndGet()).putInt(answerTo).putInt(MESSAGE);
        return with(head.array(), document);
    }

    /** The answer with another document. */
    static byte[] with(byte[] message, BsonDocument document) {
        int body = body(message);
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new BsonDocumentCodec()
                    .encode(writer, document, EncoderContext.builder().build());
        }
        byte[] bytes = buffer.toByteArray();
        ByteBuffer whole = ByteBuffer.allocate(body + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        whole.put(message, 0, body).put(bytes);
        whole.putInt(0, whole.capacity());
        return whole.array();
    }

    static BsonDocument document(byte[] message) {
        return document(message, body(message));
    }

    private static int body(byte[] message) {
        return int32(message, 12) == REPLY ? BODY_OF_REPLY : BODY_OF_MESSAGE;
    }

    /** All sections of a message as one command. */
    static BsonDocument command(byte[] message) {
        int end = message.length - ((int32(message, HEADER) & CHECKSUM) == 0 ? 0 : 4);
        BsonDocument command = new BsonDocument();
        Map<String, BsonArray> sequences = new LinkedHashMap<>();
        for (int at = HEADER + 4; at < end; at += 1 + int32(message, at + 1)) {
            if (message[at] == 0) {
                command = document(message, at + 1);
            } else {
                sequence(message, at + 1, sequences);
            }
        }
        command.putAll(sequences);
        return command;
    }

    private static void sequence(byte[] message, int at, Map<String, BsonArray> sequences) {
        int end = at + int32(message, at);
        int next = at + 4;
        while (message[next] != 0) {
            next++;
        }
        BsonArray documents = new BsonArray();
        sequences.put(new String(message, at + 4, next - at - 4, StandardCharsets.UTF_8), documents);
        for (next++; next < end; next += int32(message, next)) {
            documents.add(document(message, next));
        }
    }

    private static BsonDocument document(byte[] message, int at) {
        byte[] document = Arrays.copyOfRange(message, at, at + int32(message, at));
        return new BsonDocumentCodec()
                .decode(
                        new BsonBinaryReader(ByteBuffer.wrap(document)),
                        DecoderContext.builder().build());
    }

    static byte[] read(DataInputStream in) throws IOException {
        byte[] length = in.readNBytes(4);
        if (length.length < 4) {
            throw new EOFException();
        }
        byte[] message = new byte[int32(length, 0)];
        System.arraycopy(length, 0, message, 0, 4);
        in.readFully(message, 4, message.length - 4);
        return message;
    }

    private static int int32(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }
}
