// P10: time until a newly approved drive is found by everyone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../support/api.js';
import { type RunningProduct, startProduct } from '../support/product.js';
import { joinBench } from './support/accounts.js';
import { isAsked, progress, reportLimit, ROUNDS, spreadOf } from './support/results.js';

/** Approvals in one round. */
const DRIVES = 10;
const P50_LIMIT_MS = 250;
const MOST_LIMIT_MS = 1_000;
const POLL_MS = 5;
const VISIBLE_TIMEOUT_MS = 10_000;
const STOPS = [
  { label: 'Start', value: { location: { lat: 36.012, lng: -80.034 } } },
  { label: 'End', value: { location: { lat: 36.112, lng: -80.134 } } },
];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class Staff {
  private made = 0;

  private constructor(
    private readonly api: Api,
    private readonly hero: string,
    private readonly admin: string,
  ) {}

  static async join(product: RunningProduct): Promise<Staff> {
    const api = new Api(product.url);
    const hero = await joinBench(api, product, 'maker', 'hero');
    const admin = await joinBench(api, product, 'approver', 'admin');
    return new Staff(api, hero.token, admin.token);
  }

  /**
   * Submits a drive and approves it. Returns the milliseconds from the response to the approval until a visitor finds
   * it.
   */
  async approveOne(): Promise<number> {
    const id = await this.submit();
    await this.answerOf('POST', `/api/drives/drive/${id}/approve-public`, {}, this.admin);
    const approvedAt = performance.now();
    for (;;) {
      const { drives } = await this.answerOf('POST', `/api/drives/search?ids=${id}&fields=title`, {});
      const elapsed = performance.now() - approvedAt;
      if ((drives as unknown[]).length > 0) return elapsed;
      if (elapsed > VISIBLE_TIMEOUT_MS) throw new Error(`Drive ${id} did not appear within ${VISIBLE_TIMEOUT_MS} ms.`);
      await pause(POLL_MS);
    }
  }

  private async submit(): Promise<string> {
    this.made += 1;
    const { directions } = await this.answerOf('POST', '/api/directions', { waypoints: STOPS }, this.hero);
    const details = {
      title: `Approved Road ${this.made}`,
      description: 'Along the river.',
      privacy: 'public',
      starRating: 4,
      intensityRating: 3,
      countries: [{ country: { id: 233 }, states: [{ id: 1446 }] }],
      tags: [{ category: 'environment', name: 'coast' }],
      waypoints: STOPS,
      directions,
    };
    const { driveId } = await this.answerOf('PUT', '/api/drives/drive', { details }, this.hero);
    return String(driveId);
  }

  private async answerOf(method: string, path: string, body: object, token?: string) {
    const answer = await this.api.call(method, path, body, token);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

async function measureApprovals(product: RunningProduct): Promise<void> {
  const staff = await Staff.join(product);
  await staff.approveOne();
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const latencies: number[] = [];
    for (let index = 0; index < DRIVES; index += 1) latencies.push(await staff.approveOne());
    rounds.push(latencies);
  }
  const common = { goal: 'P10', size: '', unit: 'ms', note: `${DRIVES} drives in each round, one after another` };
  reportLimit({
    ...common,
    measure: 'approval to visible in search, p50',
    limit: P50_LIMIT_MS,
    values: rounds.map((latencies) => spreadOf(latencies).median),
  });
  reportLimit({
    ...common,
    measure: 'approval to visible in search, longest',
    limit: MOST_LIMIT_MS,
    values: rounds.map((latencies) => spreadOf(latencies).high),
  });
}

if (isAsked('P10')) {
  progress('P10: approving drives');
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-approval-'));
  const product = await startProduct(dataDir, { DEMO: 'off' });
  try {
    await measureApprovals(product);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
