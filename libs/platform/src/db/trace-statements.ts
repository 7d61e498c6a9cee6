import type { DataSource } from 'typeorm';
import { startChildSpan, endSpan, isRecording, bindTrace } from '../telemetry/tracing.js';

const TEXT_MAX = 1_000;

type Query = (...args: unknown[]) => unknown;
interface Client {
  query: Query;
}
type Taken = (error: Error | undefined, client: Client | undefined, release: unknown) => void;
/** The part of a `pg` pool used by TypeORM and by direct statements. */
interface Pool {
  connect: (taken?: Taken) => Promise<Client> | undefined;
}

/** Creates a span for each statement within a trace. Records the text, never the values. */
export function traceStatements(source: DataSource, service: string): void {
  if (!isRecording()) return;
  const pool = (source.driver as unknown as { master: Pool }).master;
  const connect = pool.connect.bind(pool);
  const known = new WeakSet<Client>();
  const watch = (client: Client) => {
    if (known.has(client)) return client;
    known.add(client);
    const query = client.query.bind(client);
    client.query = (...args) => traced(query, args, service);
    return client;
  };
  pool.connect = (taken) => {
    if (!taken) return connect()?.then(watch);
    // A callback that waits for a connection runs in the context of the caller that releases one.
    const inItsTrace = bindTrace(taken);
    return connect((error, client, release) => inItsTrace(error, client && watch(client), release));
  };
}

function traced(query: Query, args: unknown[], service: string): unknown {
  const text = textOf(args[0]);
  const [operation = ''] = /^\w+/.exec(text.trimStart()) ?? [];
  const span = startChildSpan({
    name: `${operation.toUpperCase()} ${service}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': service,
      'db.query.text': text.slice(0, TEXT_MAX),
    },
  });
  if (!span) return query(...args);
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const whenDone = (...results: unknown[]) => {
      endSpan(span, Boolean(results[0]));
      (callback as Query)(...results);
    };
    return query(...args.slice(0, -1), bindTrace(whenDone));
  }
  const result = query(...args);
  if (result instanceof Promise) {
    result.then(
      () => endSpan(span, false),
      () => endSpan(span, true),
    );
  } else span.end();
  return result;
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}
