/** A request that reports its upload progress, which `fetch` cannot. */

interface Sent {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: FormData;
  signal: AbortSignal;
  /** @param share share of the bytes that were sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Like `fetch`: rejects if there is no response, or if the signal aborts it. */
export function upload(url: URL, { method, headers, body, signal, onProgress }: Sent): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const fail = () => reject(new Error('The upload got no response.'));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (signal.aborted) return fail();
    signal.addEventListener('abort', stop);
    request.send(body);
  });
}
