// F14: every process restarts in turn under requests and writes; no request fails and no write is lost.
import { HttpClient } from '@switchback/bench/http-client';
import { openLoop } from '@switchback/bench/load';
import { systemClock } from '@switchback/platform/clock';
import type { Random } from '@switchback/testing/random';
import { onBothBuses } from './buses.js';
import type { Seen } from './fault.js';
import { INDEX_GROUP, WITNESS_GROUP } from './groups.js';
import { Oracle } from './oracle.js';
import { addressesFor, commonSettings, Instance, PROCESS_NAMES, type ProcessName } from './split.js';
import type { BusName, Stage } from './stage.js';
import { Traffic } from './traffic.js';

/** Rounds per run; each restarts every process once. */
const TIMES = { short: 1, full: 10 };
const COPIES = 2;
const PER_SECOND = 50;
const STEP_MS = 500;
const CONNECTIONS = 32;
const DRAIN_SECONDS = '1';
const QUESTIONS = [
  { method: 'POST', path: '/api/drives/search?includeCount=true', body: '{}' },
  { method: 'GET', path: '/api/drives/popular' },
  { method: 'GET', path: '/api/stats/drives' },
] as const;

async function rollOver(stage: Stage, random: Random, bus: BusName): Promise<Seen> {
  const oracle = await Oracle.of(stage, bus);
  const { traffic } = await Traffic.on(stage, bus, oracle.writeLog, random);
  const instances = await startAll(stage, bus);
  const gateways = instances.filter(({ name }) => name === 'gateway');
  const balancer = new Balancer(gateways);
  stage.atEnd(() => balancer.stop());
  balancer.start();
  const times = stage.isShort ? TIMES.short : TIMES.full;
  const exits: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const order = random.shuffle(instances);
    // Either three concurrent deploys, or one sequence in which copies of a service may follow one another.
    const isAtOnce = !stage.isShort && random.chance(0.5);
    const rolls = isAtOnce ? PROCESS_NAMES.map((name) => order.filter((one) => one.name === name)) : [order];
    await Promise.all(rolls.map((roll) => restartInTurn(roll, exits)));
    balancer.requireWell();
  }
  const answered = await balancer.stop();
  await traffic.stop();
  await oracle.checkAll([INDEX_GROUP, WITNESS_GROUP]);
  const detail = `${exits.length} restarts, each exit within ${Math.max(...exits).toFixed(0)} ms, ${answered} requests answered and none failed, ${oracle.writeLog.acknowledgedCount} writes`;
  return { times, detail };
}

/** Restarts the instances one after another, each once the previous one is ready again. */
async function restartInTurn(instances: readonly Instance[], exits: number[]): Promise<void> {
  for (const instance of instances) exits.push(await instance.restart());
}

async function startAll(stage: Stage, bus: BusName): Promise<Instance[]> {
  const common = { ...commonSettings(), DRAIN_SECONDS };
  const start = (name: ProcessName, settings: Record<string, string>) =>
    Promise.all(Array.from({ length: COPIES }, () => Instance.start(stage, bus, name, settings)));
  const drives = await start('drives', common);
  const addressesOf = (instances: Instance[]) => instances.map(({ address }) => address).join();
  const search = await start('search', { ...common, DRIVES_ADDRESS: addressesOf(drives) });
  const behind = addressesFor(addressesOf(drives), addressesOf(search));
  return [...drives, ...search, ...(await start('gateway', { ...common, ...behind }))];
}

/** Clients behind a load balancer: sends a steady stream of requests, each to a gateway that was ready a moment ago. */
class Balancer {
  private readonly clients: Map<Instance, HttpClient>;
  private readonly stopping = new AbortController();
  private ready: readonly Instance[];
  private running: Promise<unknown> = Promise.resolve();
  private answered = 0;
  private failure: string | undefined;

  constructor(private readonly gateways: readonly Instance[]) {
    this.clients = new Map(gateways.map((gateway) => [gateway, new HttpClient(gateway.url, CONNECTIONS)]));
    this.ready = gateways;
  }

  start(): void {
    this.running = Promise.all([this.watch(), this.ask()]);
  }

  /** @throws Error with the cause of the first failed request. */
  requireWell(): void {
    if (this.failure !== undefined) throw new Error(this.failure);
  }

  /** @returns the number of requests answered. @throws Error as `requireWell` does. */
  async stop(): Promise<number> {
    this.stopping.abort();
    await this.running;
    for (const client of this.clients.values()) client.close();
    this.requireWell();
    return this.answered;
  }

  private async watch(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const answers = await Promise.all(
        this.gateways.map(async (gateway) => ((await gateway.isReady()) ? [gateway] : [])),
      );
      this.ready = answers.flat();
      await systemClock.sleep(STEP_MS / 5, this.stopping.signal);
    }
  }

  private async ask(): Promise<void> {
    while (!this.stopping.signal.aborted) await openLoop(PER_SECOND, STEP_MS, (index) => this.askOne(index));
  }

  private async askOne(index: number): Promise<void> {
    const gateway = this.ready[index % Math.max(1, this.ready.length)];
    const question = QUESTIONS[index % QUESTIONS.length]!;
    if (!gateway) return void (this.failure ??= 'No gateway was ready');
    try {
      const { status, text } = await this.clients.get(gateway)!.send(question);
      if (status === 200) this.answered += 1;
      else this.failure ??= `${question.path} returned ${status}: ${text().slice(0, 300)}`;
    } catch (error) {
      this.failure ??= `${question.path} got no response: ${String(error)}`;
    }
  }
}

export const rollingRestartCases = onBothBuses({
  fault: 'F14',
  title: 'rolling restart of every process',
  runs: { postgres: { short: 1, full: 8 }, kafka: { short: 0, full: 2 } },
  isAlone: true,
  run: rollOver,
});
