const TIMEOUT_MS = 15_000;

export interface Answer {
  status: number;
  headers: Headers;
  // Untyped: each spec checks the responses it needs.
  body: Record<string, unknown>;
}

/** Client of the product's API; each call may use a different token. */
export class Api {
  constructor(private readonly base: string) {}

  async call(method: string, path: string, body?: object, token?: string): Promise<Answer> {
    const form = body instanceof FormData;
    const answer = await fetch(this.base + path, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(body && !form && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
  }
}
