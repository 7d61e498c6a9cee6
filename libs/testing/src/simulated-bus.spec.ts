// Aim: the simulated bus keeps the same promises, so that what is tested on it holds on a real one.
import { jest } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { busConformance, type BusMember, CONFORMANCE_TIMEOUT_MS } from './bus-conformance.js';
import { runSeed, seededRandom } from './random.js';
import { SimulatedBroker, SimulatedBus } from './simulated-bus.js';

jest.setTimeout(CONFORMANCE_TIMEOUT_MS);

busConformance('The simulated bus', async () => {
  const broker = new SimulatedBroker(seededRandom(runSeed()), systemClock);
  const members: SimulatedBus[] = [];
  return {
    join: async (crashHook): Promise<BusMember> => {
      const bus = new SimulatedBus(broker, crashHook);
      members.push(bus);
      return { bus, kill: () => bus.kill() };
    },
    close: async () => {
      for (const bus of members) bus.kill();
    },
  };
});
