import { randomBytes } from 'node:crypto';
import { isReady } from '@switchback/bench/processes';
import { Program } from '@switchback/bench/program';
import { systemClock } from '@switchback/platform/clock';
import { freePorts } from '@switchback/testing/free-ports';
import { waitUntil } from '@switchback/testing/wait';
import { settingsOf } from './product.js';
import type { BusName, Stage } from './stage.js';

const UNREADY_WITHIN_MS = 5_000;

export const PROCESS_NAMES = ['drives', 'search', 'gateway'] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

/** A process of the product, on a port that it keeps across restarts. */
export class Instance {
  private program: Program | undefined;

  private constructor(
    readonly name: ProcessName,
    private readonly stage: Stage,
    readonly port: number,
    private readonly settings: Record<string, string>,
  ) {}

  static async start(
    stage: Stage,
    bus: BusName,
    name: ProcessName,
    settings: Record<string, string>,
  ): Promise<Instance> {
    const instance = new Instance(name, stage, await freePorts(), { ...settingsOf(stage, bus), ...settings });
    await instance.start();
    return instance;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `http://${this.address}`;
  }

  /** Queries readiness on the management port. */
  isReady(): Promise<boolean> {
    return isReady(`http://127.0.0.1:${this.port + 1}`);
  }

  /**
   * Restarts the process as a deploy does.
   * @returns its shutdown time in milliseconds.
   * @throws Error unless it first becomes unready and then exits with 0.
   */
  async restart(): Promise<number> {
    const beganMs = systemClock.monotonicMs();
    const stopped = this.program!.stop();
    await waitUntil(`${this.name} to report its shutdown`, async () => !(await this.isReady()), UNREADY_WITHIN_MS);
    const { code } = await stopped;
    const tookMs = systemClock.monotonicMs() - beganMs;
    // The process exits with 1 if ten seconds were not enough: by its own clock, however busy this machine is.
    if (code !== 0)
      throw new Error(`${this.name} exited with ${code} after ${tookMs.toFixed(0)} ms: ${this.program!.errors}`);
    await this.start();
    return tookMs;
  }

  /** Kills the process and starts it again. */
  async killAndStart(): Promise<void> {
    await this.program!.kill();
    await this.start();
  }

  private async start(): Promise<void> {
    const ports = { PORT: String(this.port), MANAGEMENT_PORT: String(this.port + 1) };
    const program = await Program.start({
      args: [`deploy/image/dist/${this.name}.js`],
      settings: { ...this.settings, ...ports },
      isReady: () => this.isReady(),
    });
    this.program = program;
    this.stage.atEnd(() => program.kill());
  }
}

/** Returns the settings that all processes of a product share, apart from its engines. */
export function commonSettings(): Record<string, string> {
  return { SERVICE_KEY: randomBytes(24).toString('base64url') };
}

/** Returns the addresses that a gateway needs. */
export function addressesFor(drives: string, search: string): Record<string, string> {
  // Accounts are unused here, but a gateway waits until a server listens at their addresses.
  return { DRIVES_ADDRESS: drives, SEARCH_ADDRESS: search, AUTH_ADDRESS: drives, USERS_ADDRESS: drives };
}
