/** Words before a direction: "Turn slightly left", "Keep right", "Make a sharp left". */
const LEAD =
  '(?:turn|bear|keep|veer|stay|go|make|take|continue|fork|slight(?:ly)?|sharp(?:ly)?|hard|easy|middle|a|to|the)';
const DIRECTION = '(?:left|right|straight|u ?turn)';
const CUE = new RegExp(`^(?:(?:${LEAD} )*${DIRECTION}|(?:${LEAD} )+[lr])(?: (?:turn|on|ahead))?$`);
const INSTRUCTION = new RegExp(`^${LEAD} (?:${LEAD} )*${DIRECTION}\\b`);
/** Kinds of turns that would be names of places, and codes of navigation programs, such as TL, TSHR, KL and TU. */
const KIND = /^(?:[lr]|(?:left|right|middle) fork|t(?:sl|sh)?[lr]|k[lr]|t[lr]?u)$/;

/** A hostile file has long names. */
const CHARS_MAX = 80;

interface NamedPoint {
  name: string;
  /** Type and symbol in the terms of the format; '' if unknown. */
  kinds: readonly string[];
}

/** Returns true for a point that announces a turn, which many programs write next to places. */
export function isTurnCue({ name, kinds }: NamedPoint): boolean {
  const words = normalize(name);
  return CUE.test(words) || INSTRUCTION.test(words) || kinds.map(normalize).some(isCueKind);
}

function isCueKind(kind: string): boolean {
  return CUE.test(kind) || KIND.test(kind);
}

function normalize(text: string): string {
  const start = text.slice(0, CHARS_MAX).toLowerCase();
  return start.replace(/[\s_-]+/g, ' ').trim();
}
