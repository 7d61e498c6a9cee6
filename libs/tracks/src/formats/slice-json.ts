/** A piece of JSON text and its first line; the text is `null` if it exceeded the limit. */
export interface JsonSlice {
  line: number;
  text: string | null;
}

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Splits chunked JSON text into the values worth parsing: the elements of a top-level array, those of the member
 * "features" of a top-level object, and any other top-level value as a whole. It tracks only strings and brackets and
 * leaves validation to JSON.parse, so that one damaged element does not affect the rest. Holds at most one slice.
 */
export class JsonSlicer {
  private line = 1;
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** Depth at which elements start: 0 for the top level, 1 or 2 inside the array of elements. */
  private base = 0;
  /** Text of the current string at depth 1, to find the member "features". */
  private key = '';
  private inKey = false;
  private slice: { line: number; pieces: string[]; length: number } | null = null;

  constructor(private readonly maxChars: number) {}

  /** Returns the slices that end in this chunk. */
  push(chunk: string): JsonSlice[] {
    const done: JsonSlice[] = [];
    let from = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.charCodeAt(index);
      if (code === NEWLINE) {
        this.line += 1;
      }
      if (this.slice === null && this.startsSlice(code)) {
        this.slice = { line: this.line, pieces: [], length: 0 };
        from = index;
      }
      if (this.slice !== null && this.endsBefore(code)) {
        done.push(this.finish(chunk.slice(from, index)));
      }
      const isEnd = this.follow(code);
      if (isEnd && this.slice !== null) {
        done.push(this.finish(chunk.slice(from, index + 1)));
      }
    }
    this.append(chunk.slice(from));
    return done;
  }

  /** Returns the unfinished slice, if any. */
  end(): JsonSlice | null {
    return this.slice ? this.finish('') : null;
  }

  private startsSlice(code: number): boolean {
    const isSpace = code <= 32;
    return this.depth === this.base && !isSpace && code !== COMMA && code !== CLOSE_ARRAY && code !== CLOSE_OBJECT;
  }

  /** Returns whether a bare word or number ends here: at a comma, a bracket or a line break. */
  private endsBefore(code: number): boolean {
    const ends = code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT || code === NEWLINE;
    return ends && !this.inString && this.depth === this.base;
  }

  /** Processes one character; returns true if the slice ends with it. */
  private follow(code: number): boolean {
    if (this.inString) {
      return this.followString(code);
    }
    switch (code) {
      case QUOTE:
        this.inString = true;
        this.inKey = this.depth === 1 && this.base === 0;
        this.key = '';
        return false;
      case OPEN_OBJECT:
        this.depth += 1;
        return false;
      case OPEN_ARRAY:
        this.openArray();
        return false;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        return this.close(code);
      default:
        return false;
    }
  }

  private followString(code: number): boolean {
    if (this.escaped) {
      this.escaped = false;
    } else if (code === BACKSLASH) {
      this.escaped = true;
    } else if (code === QUOTE || code === NEWLINE) {
      // No JSON string contains a line break: the text is damaged, so parsing restarts after the break.
      this.inString = false;
      return this.depth === this.base;
    }
    if (this.inKey && this.key.length <= 'features'.length) {
      this.key += String.fromCharCode(code);
    }
    return false;
  }

  private openArray(): void {
    const isWanted = this.base === 0 && (this.depth === 0 || (this.depth === 1 && this.key === 'features'));
    this.depth += 1;
    if (isWanted) {
      this.base = this.depth;
      this.slice = null;
    }
  }

  private close(code: number): boolean {
    if (this.depth > this.base) {
      this.depth -= 1;
      return this.depth === this.base;
    }
    if (code === CLOSE_ARRAY && this.base > 0) {
      // Leaves the array without starting a slice: the collection's remaining members contain no features.
      this.depth -= 1;
      this.base = 0;
      this.key = '';
    }
    return false;
  }

  private append(piece: string): void {
    if (this.slice) {
      this.slice.length += piece.length;
      if (this.slice.length <= this.maxChars) {
        this.slice.pieces.push(piece);
      } else {
        this.slice.pieces = [];
      }
    }
  }

  private finish(lastPiece: string): JsonSlice {
    this.append(lastPiece);
    const { line, pieces, length } = this.slice!;
    this.slice = null;
    return { line, text: length <= this.maxChars ? pieces.join('') : null };
  }
}
