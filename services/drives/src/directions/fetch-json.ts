import { RouterUnreachable } from './router.js';

/** Larger than any route. */
const ANSWER_BYTES_MAX = 16_000_000;
/** Answers of a proxy whose server is down. */
const OF_PROXY = [502, 503, 504];

/**
 * Fetches a router's response over HTTP.
 * @returns the status and the decoded body; null for a body that is not JSON.
 * @throws RouterUnreachable if the connection fails, or only a proxy answered; Error if the response is too large; the
 * signal's reason.
 */
export async function fetchJson(
  url: string,
  signal: AbortSignal,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const { status, text } = await receive(url, signal, body);
  try {
    return { status, body: JSON.parse(text) as unknown };
  } catch {
    if (OF_PROXY.includes(status)) throw new RouterUnreachable(`A proxy answered ${status} for the router.`);
    return { status, body: null };
  }
}

async function receive(url: string, signal: AbortSignal, body?: object): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, {
      signal,
      redirect: 'error',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await textOf(answer) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AnswerTooLarge) throw error;
    throw new RouterUnreachable('The connection to the router failed.', { cause: error });
  }
}

class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** Reads the body up to the limit, whatever length it claims. */
async function textOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new AnswerTooLarge('The response of the router is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
