/** More than any route takes. */
const ANSWER_CHARS_MAX = 16_000_000;

/**
 * What a router answers over HTTP.
 * @returns the status and the decoded body; null for a body that is no JSON.
 * @throws Error when it is away or answers too much.
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
  const length = Number(answer.headers.get('content-length') ?? 0);
  if (length > ANSWER_CHARS_MAX) throw new Error('The router answers too much.');
  const text = await answer.text();
  if (text.length > ANSWER_CHARS_MAX) throw new Error('The router answers too much.');
  try {
    return { status: answer.status, body: JSON.parse(text) as unknown };
  } catch {
    return { status: answer.status, body: null };
  }
}
