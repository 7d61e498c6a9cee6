import { type CallError, sentences } from '../../api/error.js';

/** Returns the server's error about a field, if there is one: the error of the call only says that there is. */
export function reasonOf(failure: CallError): string {
  const [first] = Object.values(failure.fields ?? {});
  return sentences(first ?? failure);
}
