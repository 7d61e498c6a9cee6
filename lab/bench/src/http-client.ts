import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

const TIMEOUT_MS = 30_000;

export interface Answer {
  status: number;
  /** Raw body, still compressed. */
  body: Buffer;
  /** Decompresses the body. */
  text: () => string;
  /** Size of request and response, including headers. */
  bytes: number;
}

export interface Question {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Keep-alive connections to one local server. */
export class HttpClient {
  readonly #agent: Agent;
  readonly #base: string;
  /** Bytes that each connection had carried when its last response completed. */
  readonly #carried = new WeakMap<Socket, number>();

  constructor(base: string, connections: number) {
    this.#base = base;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send(question: Question): Promise<Answer> {
    const { method, path, body, headers = {} } = question;
    const type =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, timeout: TIMEOUT_MS, headers: { ...headers, ...type } };
      const sent = request(this.#base + path, options, (response) => {
        // The response drops its socket once it has ended.
        const { socket } = response;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve(this.#answer(response, socket, Buffer.concat(chunks))));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // A server may close a keep-alive connection just as it is reused: it has not received the request yet.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(this.send(question));
        else reject(error);
      });
      sent.on('timeout', () => sent.destroy(new Error(`No answer within ${TIMEOUT_MS} ms: ${path}`)));
      sent.end(body);
    });
  }

  /** @throws Error unless the status is 200. */
  async ask(question: Question): Promise<Answer> {
    const answer = await this.send(question);
    if (answer.status !== 200)
      throw new Error(`${question.path} returned ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
    return answer;
  }

  #answer(response: IncomingMessage, socket: Socket, body: Buffer): Answer {
    const carried = socket.bytesRead + socket.bytesWritten;
    const bytes = carried - (this.#carried.get(socket) ?? 0);
    this.#carried.set(socket, carried);
    const text = () => unpack(body, response.headers['content-encoding']);
    return { status: response.statusCode ?? 0, body, text, bytes };
  }

  close(): void {
    this.#agent.destroy();
  }
}

function unpack(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'zstd') return zstdDecompressSync(body).toString();
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}
