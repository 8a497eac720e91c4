package io.lockkeeper.test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A module's pom.xml, as it is written. */
record Pom(Document document) {

    static Pom read(Path file) {
        try {
            return new Pom(
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()));
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new AssertionError(file + " cannot be read", e);
        }
    }

    /** The text at that path, empty where there is none. */
    String text(String path) {
        return texts(path).stream().findFirst().orElse("");
    }

    List<String> texts(String path) {
        try {
            NodeList found =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            return IntStream.range(0, found.getLength())
                    .mapToObj(found::item)
                    .map(node -> node.getTextContent().strip())
                    .toList();
        } catch (XPathExpressionException e) {
            throw new AssertionError(path, e);
        }
    }
}
