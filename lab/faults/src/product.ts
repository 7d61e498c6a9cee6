import { HttpClient } from '@switchback/bench/http-client';
import { isReady, productSettings } from '@switchback/bench/processes';
import { Program } from '@switchback/bench/program';
import { ELASTICSEARCH_URL } from '@switchback/testing/elasticsearch';
import { freePorts } from '@switchback/testing/free-ports';
import { KAFKA_BROKERS } from '@switchback/testing/kafka';
import { type BusName, COMPILED_ONCE, type IndexName, type Stage } from './stage.js';

const CONNECTIONS = 8;

/** The whole built product in one process, as `npm start` runs it. */
export interface Product {
  program: Program;
  url: string;
  http: HttpClient;
  /** Returns one of the product's metrics, summed over its labels. */
  figure(name: string): Promise<number>;
}

/** Returns the settings of every process of the product in this run. */
export function settingsOf(stage: Stage, bus: BusName, index: IndexName = 'postgres'): Record<string, string> {
  return {
    ...productSettings(stage.url, stage.dataDir),
    ...COMPILED_ONCE,
    LOG_LEVEL: 'error',
    ...(bus === 'kafka' && { KAFKA_BROKERS: KAFKA_BROKERS.join(), KAFKA_PREFIX: stage.kafkaPrefix }),
    ...(index === 'elasticsearch' && { ELASTICSEARCH_URL, ELASTICSEARCH_PREFIX: stage.indexPrefix }),
  };
}

export async function startProduct(stage: Stage, bus: BusName, index?: IndexName): Promise<Product> {
  const port = await freePorts();
  const [url, management] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`];
  const program = await Program.start({
    args: ['services/all/dist/main.js'],
    settings: { ...settingsOf(stage, bus, index), PORT: String(port), MANAGEMENT_PORT: String(port + 1) },
    isReady: () => isReady(url),
  });
  const http = new HttpClient(url, CONNECTIONS);
  stage.atEnd(async () => {
    http.close();
    await program.kill();
  });
  return { program, url, http, figure: (name) => figureOf(management, name) };
}

async function figureOf(management: string, name: string): Promise<number> {
  const answer = await fetch(`${management}/metrics`, { signal: AbortSignal.timeout(5_000) });
  const lines = (await answer.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  if (lines.length === 0) throw new Error(`Unknown metric ${name}.`);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
