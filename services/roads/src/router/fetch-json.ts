import { RouterUnreachable } from './router.js';

/** Larger than any route. */
const ANSWER_BYTES_MAX = 16_000_000;
/** Answers of a proxy whose server is down. */
const OF_PROXY = [502, 503, 504];
const RESETS = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

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

/** Asks again if the connection was reset: a server may close an idle one just when it is used again. */
async function receive(
  url: string,
  signal: AbortSignal,
  body?: object,
  isRetry = false,
): Promise<{ status: number; text: string }> {
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
    if (!isRetry && isReset(error)) return receive(url, signal, body, true);
    throw new RouterUnreachable('The connection to the router failed.', { cause: error });
  }
}

function isReset(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code !== undefined && RESETS.includes(code);
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
