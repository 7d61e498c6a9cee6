// Aim: whenever a drive is interrupted, at most five seconds of its track are lost, and nothing is said twice.
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import { startGuide } from '@switchback/geo/guide/drive-guide';
import { guideLine } from '@switchback/geo/guide/guide-line';
import type { GuideState, Said } from '@switchback/geo/guide/guide-state';
import { expect, it } from 'vitest';
import type { RecordedFix } from '../../lib/offline/records.js';
import { GuideSession } from './session.js';

const START = 1_800_000_000_000;
const SECONDS = 200;
const SPEED = 25;
const placeAt = (meters: number) => ({ lat: 46 + meters / METERS_PER_DEGREE, lng: 8 });
const PATH = Array.from({ length: SECONDS + 1 }, (_, second) => placeAt(second * SPEED));
const turnAt = (along: number) => ({ type: 'turn', along, road: '', exit: null, text: 'Turn left.' });
const LINE = guideLine({
  path: PATH,
  stops: [],
  places: [],
  bends: [],
  maneuvers: Array.from({ length: 9 }, (_, index) => turnAt((index + 1) * 500)),
  durationSeconds: SECONDS,
  isApproximate: false,
});
const fixAt = (second: number): RecordedFix => ({
  ...placeAt(second * SPEED),
  at: START + second * 1_000,
  accuracyMeters: 5,
  speed: SPEED,
  heading: 0,
  altitude: null,
});

/** A browser's storage, which outlives the page. */
class Device {
  state: GuideState = startGuide(LINE, START);
  fixes: RecordedFix[] = [];
  heard: string[] = [];

  open(): GuideSession {
    let isOpen = true;
    const session = new GuideSession(LINE, structuredClone(this.state), {
      // Storing takes a moment, in which the page may die.
      storeState: async (state) => {
        await Promise.resolve();
        if (isOpen) this.state = structuredClone(state);
      },
      storeFixes: async (fixes) => {
        await Promise.resolve();
        if (isOpen) this.fixes.push(...fixes);
      },
      say: (speech) => {
        if (isOpen) this.heard.push(...speech.map(nameOf));
      },
      show: () => undefined,
      onNotStored: () => undefined,
    });
    this.kill = () => (isOpen = false);
    return session;
  }

  kill: () => void = () => undefined;
}

const nameOf = (speech: Said) => (speech.kind === 'cue' ? `${speech.cue.along} ${speech.level}` : speech.kind);

/** Lets the fake storage answer. */
async function stored(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

async function drive(killedAt: number | null): Promise<Device> {
  const device = new Device();
  let session = device.open();
  for (let second = 0; second < SECONDS; second += 1) {
    session.fix(fixAt(second), START + second * 1_000);
    session.send({ kind: 'tick', at: START + second * 1_000 + 500 });
    if (second === killedAt) {
      device.kill();
      session = device.open();
    }
    await stored();
  }
  await session.flush();
  return device;
}

it('resumes at any second', async () => {
  const whole = await drive(null);
  expect(whole.heard).toHaveLength(new Set(whole.heard).size);
  expect(whole.heard.length).toBeGreaterThan(15);
  for (let second = 2; second < SECONDS; second += 1) {
    const { heard, fixes } = await drive(second);
    expect(heard).toHaveLength(new Set(heard).size);
    // A sentence that was being stored when the page died may be missing.
    expect(heard.length).toBeGreaterThanOrEqual(whole.heard.length - 2);
    // The batch that was being stored, or the one before it.
    expect(fixes.length).toBeGreaterThanOrEqual(SECONDS - 5);
  }
});
