import { editorRouteTexts } from '../../texts/editor-route.js';

const words = editorRouteTexts;

/** Returns the mark of a slot, in the list and on the map: Start, 1 to 7, End. */
export function slotMark(index: number, count: number): string {
  if (index === 0) return words.start;
  return index === count - 1 ? words.end : String(index);
}

/** Returns the name of a slot, for labels of its field and its actions. */
export function slotName(index: number, count: number): string {
  const isBetween = index > 0 && index < count - 1;
  return isBetween ? words.stop(index) : slotMark(index, count);
}
