import { pictureTypeOf, SIGNATURE_BYTES } from '@switchback/contracts/rules/picture-bytes';
import type { FileSource } from '@switchback/platform/storage/storage';

/** Passes through a file whose first bytes match one of the types; refuses any other before reading further. */
export async function* pictureBytes(
  source: FileSource,
  types: readonly string[],
  refusal: () => Error,
): AsyncGenerator<Uint8Array, undefined> {
  let start = Buffer.alloc(0);
  let isChecked = false;
  for await (const chunk of source) {
    if (isChecked) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < SIGNATURE_BYTES) continue;
    requireType(start, types, refusal);
    isChecked = true;
    yield start;
  }
  if (isChecked || start.length === 0) return undefined;
  requireType(start, types, refusal);
  yield start;
  return undefined;
}

function requireType(start: Uint8Array, types: readonly string[], refusal: () => Error): void {
  if (!types.includes(pictureTypeOf(start) ?? '')) throw refusal();
}
