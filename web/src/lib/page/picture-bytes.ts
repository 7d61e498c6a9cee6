import { pictureTypeOf, SIGNATURE_BYTES } from '@switchback/contracts/rules/picture-bytes';

/** Whether the file's signature is of one of the types, whatever its name; the server checks signatures too. */
export async function hasBytesOf(file: Blob, types: ReadonlySet<string>): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  return types.has(pictureTypeOf(start) ?? '');
}
