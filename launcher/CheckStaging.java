import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;

/**
 * What Maven Central would refuse in a staged repository. It reads each pom by itself, as Central does: what a pom inherits it does not see,
 * and a parent must be published as well. Prints a line for each fault, and fails if there is one.
 *
 * <p>Arguments: the staged repository, and the version that is released.
 */
class CheckStaging {

    private static final List<String> SAID = List.of(
            "groupId", "artifactId", "version", "name", "description", "url", "licenses/license/name", "licenses/license/url",
            "developers/developer/name", "scm/connection", "scm/url");
    private static final List<String> BESIDE = List.of("", ".asc", ".md5", ".sha1");

    private final Path staging;
    private final String version;
    private final XPath xpath = XPathFactory.newInstance().newXPath();
    private final List<String> faults = new ArrayList<>();

    CheckStaging(Path staging, String version) {
        this.staging = staging;
        this.version = version;
    }

    public static void main(String[] arguments) throws Exception {
        CheckStaging check = new CheckStaging(Path.of(arguments[0]), arguments[1]);
        List<Path> poms;
        try (Stream<Path> files = Files.walk(check.staging)) {
            poms = files.filter(file -> file.toString().endsWith(".pom")).sorted().toList();
        }
        if (poms.isEmpty()) {
            check.faults.add("nothing is staged in " + check.staging);
        }
        for (Path pom : poms) {
            check.look(pom);
        }
        check.faults.forEach(System.out::println);
        System.exit(check.faults.isEmpty() ? 0 : 1);
    }

    private void look(Path file) throws Exception {
        String text = Files.readString(file);
        Document pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        for (String element : SAID) {
            if (said(pom, "/project/" + element).isBlank()) {
                fault(file, "says no <%s>", element.replace('/', '>').replace(">", "><"));
            }
        }
        if (text.contains("${")) {
            fault(file, "has %s, which only its own build can fill", text.substring(text.indexOf("${"), text.indexOf('}', text.indexOf("${")) + 1));
        }
        if (text.contains("-SNAPSHOT")) {
            fault(file, "names a snapshot");
        }
        if (!said(pom, "/project/version").equals(version)) {
            fault(file, "has version %s and not %s", said(pom, "/project/version"), version);
        }
        String parent = said(pom, "/project/parent/artifactId");
        if (!parent.isEmpty() && !isStaged(said(pom, "/project/parent/groupId"), parent, said(pom, "/project/parent/version"))) {
            fault(file, "has the parent %s, which is not published with it", parent);
        }
        lookForWhatIsOurs(file, pom);
        lookForFiles(file, said(pom, "/project/packaging"));
    }

    /** Dependencies with our groupId must be published too. */
    private void lookForWhatIsOurs(Path file, Document pom) throws Exception {
        String group = said(pom, "/project/groupId");
        int count = Integer.parseInt(xpath.evaluate("count(//dependency)", pom));
        for (int i = 1; i <= count; i++) {
            String dependency = "(//dependency)[" + i + "]/";
            String artifact = said(pom, dependency + "artifactId");
            if (said(pom, dependency + "groupId").equals(group) && !isStaged(group, artifact, said(pom, dependency + "version"))) {
                fault(file, "depends on %s, which is not published with it", artifact);
            }
        }
    }

    private void lookForFiles(Path pom, String packaging) throws IOException {
        String base = pom.toString().replaceFirst("\\.pom$", "");
        List<String> files = new ArrayList<>(List.of(".pom"));
        if (!packaging.equals("pom")) {
            files.addAll(List.of(".jar", "-sources.jar", "-javadoc.jar"));
        }
        for (String file : files) {
            for (String suffix : BESIDE) {
                Path wanted = Path.of(base + file + suffix);
                if (!Files.exists(wanted) || Files.size(wanted) == 0) {
                    fault(pom, "has no %s beside it", wanted.getFileName());
                }
            }
        }
    }

    private boolean isStaged(String group, String artifact, String ofVersion) {
        return Files.exists(staging.resolve(group.replace('.', '/')).resolve(artifact).resolve(ofVersion)
                .resolve(artifact + "-" + ofVersion + ".pom"));
    }

    private String said(Document pom, String path) throws Exception {
        return xpath.evaluate(path, pom).strip();
    }

    private void fault(Path pom, String text, Object... values) {
        faults.add("  " + pom.getFileName() + " " + String.format(Locale.ROOT, text, values));
    }
}
