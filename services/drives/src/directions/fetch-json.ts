/** Larger than any route. */
const ANSWER_BYTES_MAX = 16_000_000;

/**
 * Fetches a router's response over HTTP.
 * @returns the status and the decoded body; null for a body that is not JSON.
 * @throws Error if the router is unavailable or the response is too large.
 */
export async function fetchJson(
  url: string,
  signal: AbortSignal,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await textOf(answer);
  try {
    return { status: answer.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: answer.status, body: null };
  }
}

/** Reads the body up to the limit, whatever length it claims. */
async function textOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('The response of the router is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
