import { HttpClient } from '@switchback/bench/http-client';
import { ELASTICSEARCH_URL } from '@switchback/testing/elasticsearch';
import { freePorts } from '@switchback/testing/free-ports';
import { KAFKA_BROKERS } from '@switchback/testing/kafka';
import { type Ended, Program } from './programs.js';
import type { BusName, IndexName, Stage } from './stage.js';

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
    DATABASE_URL: stage.url,
    DATA_DIR: stage.dataDir,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    ...(bus === 'kafka' && { KAFKA_BROKERS: KAFKA_BROKERS.join(), KAFKA_PREFIX: stage.kafkaPrefix }),
    ...(index === 'elasticsearch' && { ELASTICSEARCH_URL, ELASTICSEARCH_PREFIX: stage.indexPrefix }),
    READ_LIMIT_PER_MINUTE: '0',
    LISTEN_HOST: '127.0.0.1',
    NODE_ENV: 'production',
  };
}

export async function startProduct(stage: Stage, bus: BusName, index?: IndexName): Promise<Product> {
  const port = await freePorts();
  const ports = { PORT: String(port), MANAGEMENT_PORT: String(port + 1) };
  const [url, management] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`];
  const isReady = async () => (await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
  const program = await Program.startBuilt(
    ['services/all/dist/main.js'],
    { ...settingsOf(stage, bus, index), ...ports },
    isReady,
  );
  const http = new HttpClient(url, CONNECTIONS);
  stage.atEnd(async () => {
    http.close();
    await program.kill();
  });
  return { program, url, http, figure: (name) => figureOf(management, name) };
}

/** Runs one of the product's commands to completion. @throws Error with its error output if it fails. */
export async function runCommand(stage: Stage, bus: BusName, words: string[]): Promise<Ended> {
  const [name = '', ...args] = words;
  const command = [`services/all/dist/commands/${name}.js`, ...args];
  const program = await Program.startBuilt(command, settingsOf(stage, bus), () => Promise.resolve(true));
  stage.atEnd(() => program.kill());
  const ended = await program.ended;
  if (ended.code !== 0) throw new Error(`${words.join(' ')} exited with ${ended.code}: ${program.errors}`);
  return ended;
}

async function figureOf(management: string, name: string): Promise<number> {
  const answer = await fetch(`${management}/metrics`, { signal: AbortSignal.timeout(5_000) });
  const lines = (await answer.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  if (lines.length === 0) throw new Error(`Unknown metric ${name}.`);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
