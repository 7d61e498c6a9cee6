import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { zstdCompressSync } from 'node:zlib';

/** Reads the file named by `QUESTIONS`. */
export function questionsOf<Question>(): Question[] {
  return JSON.parse(readFileSync(process.env['QUESTIONS']!, 'utf8')) as Question[];
}

/** Serves JSON on `PORT` over bare `http`: the answer to question N at `/N`, compressed for those who accept Zstandard. */
export function serveFloor(answer: (index: number) => Promise<string>): void {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/api/health/ready') return void response.end();
    answer(Number(request.url!.slice(1))).then(
      (text) => {
        response.setHeader('content-type', 'application/json');
        if (!request.headers['accept-encoding']?.includes('zstd')) return void response.end(text);
        response.setHeader('content-encoding', 'zstd').end(zstdCompressSync(text));
      },
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
  server.listen(Number(process.env['PORT']), '127.0.0.1');
  for (const end of ['SIGTERM', 'disconnect']) process.once(end, () => process.exit());
}
