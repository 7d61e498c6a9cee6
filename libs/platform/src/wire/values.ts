/**
 * Returns a mandatory message.
 * @throws Error if the service omitted it.
 */
export function present<T>(message: T | undefined, name: string): T {
  if (message === undefined) throw new Error(`The service omitted ${name}.`);
  return message;
}

/**
 * Returns a word of a closed list in the contract.
 * @throws Error for any other word.
 */
export function word<T extends string>(words: readonly T[], text: string): T {
  if ((words as readonly string[]).includes(text)) return text as T;
  throw new Error(`The service sent ${text.slice(0, 40)} instead of one of ${words.join(', ')}.`);
}
