/** An extract that cannot be read. The message is a sentence for the operator, with the place in the file. */
export class ExtractError extends Error {
  override readonly name = 'ExtractError';

  constructor(what: string, place?: { offset: number; size: number }, cause?: unknown) {
    super(place ? `${what}, at byte ${place.offset} of ${place.size}.` : `${what}.`, { cause });
  }
}
