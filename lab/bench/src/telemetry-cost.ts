import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Catalogue } from './catalogue.js';
import { HttpClient } from './http-client.js';
import { closedLoop, WARM_UP_REQUESTS } from './load.js';
import type { BenchContext } from './options.js';
import { cpuMsOf, knowsProcesses } from './process-figures.js';
import { pidsOf, type RunningServer, startProduct } from './processes.js';
import type { ProcessSettings } from './program.js';
import { atMost, record } from './result.js';
import { searchCalls } from './search-through-gateway.js';
import { compare } from './statistics.js';

const CLIENTS = 4;
const REQUESTS = 1_500;
const PLAIN_MAX = 1.1;
const TRACED_MAX = 1.25;
const SAMPLED = '0.1';

const WITHOUT_FIGURES = new URL('without-figures.ts', import.meta.url).href;
/** Disables logs and metrics. */
const MUTE: ProcessSettings = { LOG_LEVEL: 'silent', NODE_OPTIONS: `--import ${WITHOUT_FIGURES}` };

/** O5: CPU time of searches in a product with logs and metrics, then with traces too, against one with neither. */
export async function measureTelemetry(context: BenchContext, catalogue: Catalogue): Promise<void> {
  if (!knowsProcesses()) return;
  const calls = await searchCalls(catalogue, context.seed);
  const collector = await startCollector();
  const mute = await startProduct(catalogue.url, MUTE);
  const askAll = async (server: RunningServer, requests: number) => {
    const http = new HttpClient(server.url, CLIENTS);
    await closedLoop(CLIENTS, requests, (index) => http.ask(calls[index % calls.length]!)).finally(() => http.close());
  };
  const compareWith = async (name: string, limit: number, settings: ProcessSettings) => {
    const product = await startProduct(catalogue.url, settings);
    const cpuMs = (server: RunningServer) => async () => {
      const before = cpuMsOf(pidsOf(server));
      await askAll(server, REQUESTS);
      return (cpuMsOf(pidsOf(server)) - before) / REQUESTS;
    };
    try {
      await askAll(product, WARM_UP_REQUESTS);
      const figures = await compare({ rounds: context.rounds }, { floor: cpuMs(mute), ours: cpuMs(product) });
      const common = { goal: 'O5', size: catalogue.label, unit: 'CPU ms per request' };
      record({ ...common, measure: `search: ${name} / neither`, ...atMost(limit, figures) });
    } finally {
      await product.stop();
    }
  };
  try {
    await askAll(mute, WARM_UP_REQUESTS);
    await compareWith('with logs and figures', PLAIN_MAX, {});
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: SAMPLED };
    await compareWith(`with logs, figures and every tenth trace`, TRACED_MAX, traced);
    if (collector.batches() === 0) throw new Error('No trace reached the collector: there was nothing to measure.');
  } finally {
    await mute.stop();
    collector.close();
  }
}

/** Starts a collector that discards the spans. */
async function startCollector() {
  let batches = 0;
  const server = createServer((request, response) => {
    batches += 1;
    request.resume();
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, batches: () => batches, close };
}
