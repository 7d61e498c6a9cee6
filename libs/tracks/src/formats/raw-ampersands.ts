const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';
/** An ampersand that starts no reference, or the start of a CDATA section, in which ampersands are text. */
const TOKEN = /&(?!#\d{1,7};|#x[0-9a-f]{1,6};|[a-z][a-z0-9]{1,31};)|<!\[CDATA\[/gi;
/** Longer than any reference and than the start of a CDATA section. */
const HELD_CHARS = 40;

/** Escapes bare ampersands in XML text: a strict parser would swallow the text after them. */
export class RawAmpersands {
  private held = '';
  private inCdata = false;

  /** @returns the text that is complete, and the index of its first escaped ampersand, or -1. */
  write(chunk: string, isLast = false): { text: string; mendedAt: number } {
    const all = this.held + chunk;
    const end = isLast ? all.length : this.certainLength(all);
    this.held = all.slice(end);
    return this.mend(all.slice(0, end));
  }

  private mend(text: string): { text: string; mendedAt: number } {
    let mended = '';
    let mendedAt = -1;
    let from = 0;
    while (from < text.length) {
      if (this.inCdata) {
        const close = text.indexOf(CDATA_END, from);
        this.inCdata = close < 0;
        const next = close < 0 ? text.length : close + CDATA_END.length;
        mended += text.slice(from, next);
        from = next;
        continue;
      }
      TOKEN.lastIndex = from;
      const token = TOKEN.exec(text);
      const at = token?.index ?? text.length;
      mended += text.slice(from, at);
      if (!token) break;
      this.inCdata = token[0] !== '&';
      if (!this.inCdata && mendedAt < 0) mendedAt = mended.length;
      mended += this.inCdata ? token[0] : '&amp;';
      from = at + token[0].length;
    }
    return { text: mended, mendedAt };
  }

  /** Holds back a token that may continue in the next chunk. */
  private certainLength(text: string): number {
    const tail = Math.max(0, text.length - HELD_CHARS);
    const [lastStart, lastEnd] = [text.lastIndexOf(CDATA_START), text.lastIndexOf(CDATA_END)];
    if (lastStart > lastEnd || (this.inCdata && lastEnd < 0)) {
      return Math.max(0, text.length - CDATA_END.length + 1);
    }
    const open = /&[#a-z0-9]*$|<(?:!(?:\[(?:C(?:D(?:A(?:T(?:A)?)?)?)?)?)?)?$/i.exec(text.slice(tail));
    return open ? tail + open.index : text.length;
  }
}
