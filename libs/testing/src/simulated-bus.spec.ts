// Aim: the simulated bus keeps the same contract, so that tests on it hold for a real one.
import { systemClock } from '@switchback/platform/clock';
import { busConformance, type BusMember, type BusUnderTest } from './bus-conformance.js';
import { busFollowConformance } from './bus-follow-conformance.js';
import { busUpgradeConformance } from './bus-upgrade-conformance.js';
import { runSeed, seededRandom } from './random.js';
import { SimulatedBroker, SimulatedBus } from './simulated-bus.js';

const makeBus = async (): Promise<BusUnderTest> => {
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
};

busConformance('The simulated bus', makeBus);
busFollowConformance('The simulated bus', makeBus);
busUpgradeConformance('The simulated bus', makeBus);
