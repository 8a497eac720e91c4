import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites the jars of a folder without compression, entry by entry in their order. An archive of them becomes smaller, as one
 * compression finds more than many do; and nothing is inflated when the program starts.
 */
class StoreJars {

    public static void main(String[] arguments) throws IOException {
        for (String folder : arguments) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(folder), "*.jar")) {
                for (Path jar : jars) {
                    store(jar);
                }
            }
        }
    }

    private static void store(Path jar) throws IOException {
        Path stored = jar.resolveSibling(jar.getFileName() + ".stored");
        try (ZipFile from = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(stored);
                ZipOutputStream to = new ZipOutputStream(file)) {
            to.setMethod(ZipOutputStream.STORED);
            for (Enumeration<? extends ZipEntry> entries = from.entries(); entries.hasMoreElements(); ) {
                copy(from, entries.nextElement(), to);
            }
        }
        Files.move(stored, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copy(ZipFile from, ZipEntry entry, ZipOutputStream to) throws IOException {
        byte[] bytes = from.getInputStream(entry).readAllBytes();
        CRC32 sum = new CRC32();
        sum.update(bytes);
        ZipEntry stored = new ZipEntry(entry.getName());
        stored.setTimeLocal(entry.getTimeLocal());
        stored.setSize(bytes.length);
        stored.setCrc(sum.getValue());
        to.putNextEntry(stored);
        to.write(bytes);
        to.closeEntry();
    }
}
