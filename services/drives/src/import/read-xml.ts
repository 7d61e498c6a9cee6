import { SaxesParser } from 'saxes';
import { IMPORT_LIMITS, type FeatureOrRefusal } from './raw-feature.js';

const DEPTH_MAX = 100;
/** Of one element; formats we read have a few. */
const ATTRIBUTES_MAX = 1_000;

export interface XmlElement {
  /** Name without its prefix. */
  name: string;
  attributes: Record<string, string>;
}

/** Builds features out of the elements of one format. */
export interface XmlFeatureBuilder {
  /** `ancestors` are the names of the open elements, the root first, without prefixes. */
  open(element: XmlElement, ancestors: readonly string[], line: number): void;
  /** `text` is what stood between the element's tags, after its last child. */
  close(name: string, text: string, ancestors: readonly string[]): void;
  /** The features completed since the last call. */
  take(): FeatureOrRefusal[];
}

/** Says why the rest of a document is not read. */
class Stop extends Error {}

/**
 * Feeds a builder from XML text, in bounded memory. Document type declarations are refused, so that only the five entities
 * of XML itself exist; the first place where the text is not well formed ends it, with what came before kept.
 */
export async function* readXml(
  text: AsyncIterable<string>,
  builder: XmlFeatureBuilder,
): AsyncGenerator<FeatureOrRefusal, void, void> {
  const parser = new SaxesParser({ position: true });
  const watch = connect(parser, builder);
  try {
    for await (const chunk of text) {
      watch.beforeChunk(chunk);
      parser.write(chunk);
      yield* builder.take();
    }
    parser.close();
  } catch (error) {
    if (!(error instanceof Stop)) {
      throw error;
    }
    yield* builder.take();
    yield { line: parser.line, refused: `${error.message} What follows was not read.` };
    return;
  }
  yield* builder.take();
}

function connect(parser: SaxesParser, builder: XmlFeatureBuilder): { beforeChunk(chunk: string): void } {
  const ancestors: string[] = [];
  let text = '';
  let charsSinceTag = 0;
  const addText = (piece: string): void => {
    text += piece;
  };
  parser.on('error', ({ message }) => {
    throw new Stop(`This is not well-formed XML: ${message.slice(0, 120)}.`);
  });
  parser.on('doctype', () => {
    throw new Stop('A document type declaration is not accepted.');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  let attributes = 0;
  parser.on('opentagstart', () => (attributes = 0));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) throw new Stop(`An element has more than ${ATTRIBUTES_MAX} attributes.`);
  });
  parser.on('opentag', (tag) => {
    if (ancestors.length >= DEPTH_MAX) {
      throw new Stop(`Elements are nested more than ${DEPTH_MAX} deep.`);
    }
    charsSinceTag = 0;
    text = '';
    builder.open({ name: localName(tag.name), attributes: tag.attributes }, ancestors, parser.line);
    ancestors.push(localName(tag.name));
  });
  parser.on('closetag', (tag) => {
    charsSinceTag = 0;
    ancestors.pop();
    builder.close(localName(tag.name), text, ancestors);
    text = '';
  });
  return {
    beforeChunk(chunk) {
      charsSinceTag += chunk.length;
      if (charsSinceTag > IMPORT_LIMITS.featureCharsMax) {
        throw new Stop(
          `One element is longer than ${IMPORT_LIMITS.featureCharsMax.toLocaleString('en-US')} characters.`,
        );
      }
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
