import type { ApiError } from '@switchback/contracts/errors';
import { type Clock, systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { createHealth, type Health } from '@switchback/platform/health/health';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import { createLogger } from '@switchback/platform/telemetry/logger';
import { createMetrics, type Metrics } from '@switchback/platform/telemetry/metrics';
import { randomIds } from '@switchback/platform/ids';
import type { Storage } from '@switchback/platform/storage/storage';
import { collection } from '@switchback/testing/fake-collections';
import { deal } from '@switchback/testing/fake-deals';
import { drive } from '@switchback/testing/fake-drives';
import { type FakeClients, fakeClients } from '@switchback/testing/fakes';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import type { InjectOptions } from 'fastify';
import { createGateway, type Gateway } from '../gateway.js';
import type { ServedFiles } from '../gateway.module.js';

/** An answer from the client's point of view. */
export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  /** Parses the body as JSON; throws if it is not JSON. */
  json: <T = Record<string, unknown>>() => T;
}

/** A gateway over in-memory services that contain one drive, `d1`, a trip over it, `c1`, and no accounts; only the gateway itself is real. */
export interface OpenGateway extends FakeClients {
  gateway: Gateway;
  /** Storage of uploads and pictures, in its own folder, removed with the gateway. */
  storage: () => Promise<Storage>;
  health: Health;
  metrics: Metrics;
  /** Log lines. */
  lines: string[];
  ask: (request: InjectOptions | string) => Promise<Answer>;
  close: () => Promise<void>;
}

interface Options extends Partial<ServedFiles> {
  environment?: Record<string, string>;
  clock?: Clock;
}

const ENVIRONMENT = { PUBLIC_URL: 'https://drives.example', READ_LIMIT_PER_MINUTE: '0' };

export async function openGateway(input: Options = {}): Promise<OpenGateway> {
  const { environment = {}, clock = systemClock, ...served } = input;
  const clients = fakeClients();
  let files: Promise<TempStorage> | undefined;
  const storage = async () => (await (files ??= openTempStorage())).storage;
  clients.drives.add(drive());
  clients.drives.addCollection(collection());
  clients.billing.addDeal(deal());
  const lines: string[] = [];
  const metrics = createMetrics('gateway');
  const health = createHealth({ timeoutMs: 50, keepMs: 0 });
  const logger = createLogger({ service: 'gateway', level: 'info', sink: { write: (line) => void lines.push(line) } });
  const settings = loadSettings({ ...ENVIRONMENT, ...environment });
  const limits = async () => new MemoryLimits(systemClock);
  const host = { settings, limits, health, metrics, logger, clock, ids: randomIds, storage };
  const gateway = await createGateway(host, clients, served);
  const ask: OpenGateway['ask'] = async (request) => {
    const options = typeof request === 'string' ? { url: request } : request;
    const { statusCode, headers, body } = await gateway.inject(options);
    return {
      status: statusCode,
      headers: headers as Record<string, string | undefined>,
      text: body,
      json: <T>() => JSON.parse(body) as T,
    };
  };
  const close = async () => {
    await gateway.close();
    metrics.close();
    await (await files)?.close();
  };
  return { gateway, ...clients, storage, health, metrics, lines, ask, close };
}

/** Returns the deviations of an answer from the common error shape; empty if there are none. */
export function faultsOfShape(answer: Answer): string[] {
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  const error = answer.json<Partial<ApiError>>();
  expect(answer.headers['content-type'] === 'application/json; charset=utf-8', 'content type');
  expect(error.type === answer.status, 'type is not the status');
  expect(/^ERROR-\d{5}$/.test(error.code ?? ''), 'code');
  expect(Boolean(error.title) && Boolean(error.message), 'title or message');
  expect(typeof error.additional === 'object', 'additional');
  expect(Boolean(error.requestId) && error.requestId === answer.headers['x-request-id'], 'request id');
  expect(![429, 503].includes(answer.status) || Number(answer.headers['retry-after']) > 0, 'retry-after');
  expect(!/node_modules|\bat .*:\d+:\d+|zod|fastify|FST_|ECONN/i.test(answer.text), 'something inside shows');
  return faults;
}
