import { SaxesParser } from 'saxes';
import { RawAmpersands } from './raw-ampersands.js';
import { type FileItem, IMPORT_LIMITS } from '../features/raw-feature.js';

const DEPTH_MAX = 100;
/** Per element; the formats we read have a few. */
const ATTRIBUTES_MAX = 1_000;
/** A file with more errors is not XML. */
const ERRORS_MAX = 10_000;

export interface XmlElement {
  /** Name without its namespace prefix. */
  name: string;
  attributes: Record<string, string>;
}

/** Text between an element's tags, after its last child. */
export interface XmlText {
  value: string;
  /** Programs write HTML into CDATA sections. */
  hasCdata: boolean;
}

/** Builds features from the elements of one format. */
export interface XmlFeatureBuilder<T = FileItem> {
  /** Starts an element; `ancestors` are the names of the open elements, root first, without prefixes. */
  open(element: XmlElement, ancestors: readonly string[], line: number): void;
  close(name: string, text: XmlText, ancestors: readonly string[]): void;
  /** Returns the items completed since the last call. */
  flush(): T[];
}

/** Reason why the rest of a document is not read. */
class Stop extends Error {}

/**
 * Feeds a builder from XML text, in bounded memory. Reads malformed XML as far as possible: the parser continues after
 * an error, elements left open at the end are closed, and a note reports the first error. Refuses entities of a
 * document type, so that only the five of XML itself exist.
 */
export async function* readXml<T>(
  text: AsyncIterable<string>,
  builder: XmlFeatureBuilder<T>,
): AsyncGenerator<T | FileItem, void, void> {
  const reader = new XmlReader(builder);
  try {
    for await (const chunk of text) {
      reader.write(chunk);
      yield* builder.flush();
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    yield* builder.flush();
    yield { line: reader.line, refused: `${error.message} What follows was not read.` };
    return;
  }
  yield* builder.flush();
  if (reader.firstError) {
    const { line, message } = reader.firstError;
    yield { line, note: `This is not well-formed XML: ${message}. What could be read was taken.` };
  }
}

class XmlReader {
  firstError: { line: number; message: string } | undefined;
  private readonly parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  private readonly ancestors: string[] = [];
  private isStart = true;
  private text = '';
  private hasCdata = false;
  private readonly ampersands = new RawAmpersands();
  private errors = 0;
  private attributes = 0;
  private charsSinceTag = 0;
  /** Line breaks before the document, which the parser never sees. */
  private skippedLines = 0;

  constructor(private readonly builder: XmlFeatureBuilder<unknown>) {
    const { parser } = this;
    parser.on('text', (piece) => (this.text += piece));
    parser.on('cdata', (piece) => {
      this.text += piece;
      this.hasCdata = true;
    });
    parser.on('error', ({ message }) => this.note(message));
    parser.on('doctype', (doctype) => {
      if (/<!ENTITY/i.test(doctype)) throw new Stop('A document type with entities is not accepted.');
    });
    parser.on('opentagstart', () => (this.attributes = 0));
    parser.on('attribute', () => {
      this.attributes += 1;
      if (this.attributes > ATTRIBUTES_MAX) {
        throw new Stop(`An element has more than ${ATTRIBUTES_MAX} attributes.`);
      }
    });
    parser.on('opentag', (tag) => this.open(localName(tag.name), tag.attributes));
    parser.on('closetag', (tag) => this.close(localName(tag.name)));
  }

  get line(): number {
    return this.parser.line + this.skippedLines;
  }

  /** @throws Stop if the document exceeds a limit. */
  write(chunk: string): void {
    this.charsSinceTag += chunk.length;
    if (this.charsSinceTag > IMPORT_LIMITS.featureCharsMax) {
      throw new Stop(`One element is longer than ${IMPORT_LIMITS.featureCharsMax.toLocaleString('en-US')} characters.`);
    }
    const content = this.isStart ? chunk.trimStart() : chunk;
    if (this.isStart) {
      const skipped = chunk.slice(0, chunk.length - content.length);
      this.skippedLines += lineBreaksIn(skipped);
      if (content === '') return;
      this.isStart = false;
    }
    this.parse(content, false);
  }

  private parse(content: string, isLast: boolean): void {
    const { text, mendedAt } = this.ampersands.write(content, isLast);
    if (mendedAt >= 0) this.note('an & that stands for itself', this.line + lineBreaksIn(text.slice(0, mendedAt)));
    this.parser.write(text);
  }

  /** Ends the document; closes the elements that a truncated recording left open. */
  end(): void {
    this.parse('', true);
    const open = this.ancestors.length;
    if (open > 0) this.note('the file ends early');
    this.closeAll();
    if (open === 0) this.parser.close();
  }

  private closeAll(): void {
    while (this.ancestors.length > 0) this.close(this.ancestors.at(-1)!);
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (this.ancestors.length >= DEPTH_MAX) throw new Stop(`Elements are nested more than ${DEPTH_MAX} deep.`);
    this.charsSinceTag = 0;
    this.clearText();
    this.builder.open({ name, attributes }, this.ancestors, this.line);
    this.ancestors.push(name);
  }

  private close(name: string): void {
    this.charsSinceTag = 0;
    this.ancestors.pop();
    this.builder.close(name, { value: this.text, hasCdata: this.hasCdata }, this.ancestors);
    this.clearText();
  }

  private clearText(): void {
    this.text = '';
    this.hasCdata = false;
  }

  /** Records a parse error; strips the parser's position prefix and final period. */
  private note(message: string, line = this.line): void {
    this.errors += 1;
    if (this.errors > ERRORS_MAX) throw new Stop('This is not XML.');
    const said = message
      .replace(/^(undefined|\d+):(\d+): /, '')
      .replace(/\.+$/, '')
      .slice(0, 120);
    this.firstError ??= { line, message: said };
  }
}

function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
