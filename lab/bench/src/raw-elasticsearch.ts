// The floor of P1 with an index in Elasticsearch: plain `http` with the exact searches that the search service sends.
import { Agent, request } from 'node:http';
import { questionsOf, serveFloor } from './floor-server.js';
import type { RecordedQuestion, RecordedSearch } from './searches.js';

/** The part of an `_msearch` response that holds drives. */
interface Answer {
  responses: { hits: { hits: { fields: { id: [string]; summary: [string] } }[] } }[];
}

const engine = new URL(process.env['ELASTICSEARCH_URL']!);
const questions = questionsOf<RecordedQuestion>();
const agent = new Agent({ keepAlive: true });
const login = engine.username === '' ? {} : { auth: decodeURIComponent(`${engine.username}:${engine.password}`) };

serveFloor(async (index) => {
  const { searches, ids } = questions[index]!;
  let last: Answer | undefined;
  for (const search of searches) last = await ask(search);
  const hits = last?.responses.at(-1)?.hits.hits ?? [];
  const summaries = new Map(hits.map(({ fields }) => [fields.id[0], fields.summary[0]]));
  const texts = ids.map((id) => Buffer.from(summaries.get(id)!, 'base64').toString());
  return `{"drives":[${texts.join(',')}]}`;
});

function ask({ path, body }: RecordedSearch): Promise<Answer> {
  const headers = { 'content-type': 'application/x-ndjson', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(engine.origin + path, { method: 'POST', agent, headers, ...login }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Answer));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
