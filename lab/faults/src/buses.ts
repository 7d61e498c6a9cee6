import { ELASTICSEARCH_URL, WITHOUT_ELASTICSEARCH } from '@switchback/testing/elasticsearch';
import { KAFKA_BROKERS, WITHOUT_KAFKA } from '@switchback/testing/kafka';
import type { Random } from '@switchback/testing/random';
import type { FaultCase, Seen } from './fault.js';
import type { BusName, Stage } from './stage.js';

/** Spread into a case that needs Elasticsearch. */
export const needsElasticsearch: Pick<FaultCase, 'skipped'> = ELASTICSEARCH_URL
  ? {}
  : { skipped: WITHOUT_ELASTICSEARCH };

/** A case on any bus. */
interface BusCase extends Omit<FaultCase, 'run' | 'skipped'> {
  run: (stage: Stage, random: Random, bus: BusName) => Promise<Seen>;
}

/** Returns the case on one bus. */
export function caseOn(bus: BusName, { run, ...fault }: BusCase): FaultCase {
  const isMissing = bus === 'kafka' && KAFKA_BROKERS.length === 0;
  return {
    ...fault,
    ...(isMissing && { skipped: WITHOUT_KAFKA }),
    run: (stage, random) => run(stage, random, bus),
  };
}

/** Returns the case on each bus, which completes its title. */
export function onBothBuses({
  runs,
  ...fault
}: Omit<BusCase, 'runs'> & { runs: Record<BusName, FaultCase['runs']> }): FaultCase[] {
  return [
    caseOn('postgres', { ...fault, title: `${fault.title}, PostgreSQL bus`, runs: runs.postgres }),
    caseOn('kafka', { ...fault, title: `${fault.title}, Kafka`, runs: runs.kafka }),
  ];
}
