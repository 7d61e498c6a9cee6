// Aim: a run starts the requested engines that are not named yet, and does without those that cannot be started.
import { describe, expect, it } from '@jest/globals';
import { ENGINES, enginesToStart, startEngines } from './engines.mjs';

const names = (engines) => engines.map(({ name }) => name);

/** A Docker that starts every engine except those that a test declares broken. */
class FakeDocker {
  running = new Set();
  opened = 0;

  constructor(broken = []) {
    this.broken = broken;
  }

  open = async () => {
    this.opened += 1;
    return this;
  };

  async start({ name, port }) {
    if (this.broken.includes(name)) throw new Error('no such image\nand a stack');
    this.running.add(name);
    return { address: `localhost:${port}`, stop: async () => this.running.delete(name) };
  }
}

async function run(environment, docker = new FakeDocker(), openDocker = docker.open) {
  const said = [];
  const stop = await startEngines({ environment, say: (sentence) => said.push(sentence), openDocker });
  return { environment, docker, said, stop };
}

describe('the engines of a run', () => {
  it('are none by default', async () => {
    // Aim: nothing is started without a request, and Docker is not even contacted.
    const { docker, said, environment } = await run({ PATH: '/bin' });
    expect([docker.opened, said, environment]).toEqual([0, [], { PATH: '/bin' }]);
  });

  it('are the requested ones that the environment does not name', () => {
    // Aim: an engine of the developer's own is used and not duplicated; an empty name counts as none.
    expect(names(enginesToStart('all', {}))).toEqual(['kafka', 'elasticsearch', 's3', 'redis']);
    expect(names(enginesToStart('all', { REDIS_URL: 'redis://here', S3_ENDPOINT: ' ' }))).toEqual([
      'kafka',
      'elasticsearch',
      's3',
    ]);
    expect(names(enginesToStart('redis,kafka', { KAFKA_BROKERS: 'here:9092' }))).toEqual(['redis']);
    expect(() => enginesToStart('redis,rabbit', {})).toThrow(/rabbit.*kafka, elasticsearch, s3, redis/);
  });

  it('are named in the environment while they run, and stopped at the end', async () => {
    // Aim: suites find containers exactly like engines started by a person.
    const { environment, docker, stop } = await run({ TEST_ENGINES: 'all' });
    expect(environment).toMatchObject({
      KAFKA_BROKERS: 'localhost:9092',
      ELASTICSEARCH_URL: 'http://localhost:9200',
      S3_ENDPOINT: 'http://localhost:9000',
      REDIS_URL: 'redis://localhost:6379',
    });
    expect(environment.S3_ACCESS_KEY && environment.S3_SECRET_KEY && environment.S3_REGION).toBeTruthy();
    expect(docker.running.size).toBe(4);
    await stop();
    expect(docker.running.size).toBe(0);
  });

  it('are skipped with a reason without Docker', async () => {
    // Aim: the run continues, and one line says which suites are skipped and why.
    const environment = { TEST_ENGINES: 'redis,s3' };
    const { said, stop } = await run(environment, new FakeDocker(), () => Promise.reject(new Error('no runtime')));
    expect(said).toEqual(['No Docker (no runtime): the suites of s3, redis are skipped.']);
    expect(Object.keys(environment)).toEqual(['TEST_ENGINES']);
    await stop();
  });

  it('are skipped one by one if one fails to start', async () => {
    // Aim: an unavailable image affects only its own suites.
    const { environment, said, docker, stop } = await run({ TEST_ENGINES: 'redis,kafka' }, new FakeDocker(['kafka']));
    expect(said.at(-1)).toBe('kafka did not start (no such image): its suites are skipped.');
    expect([environment.KAFKA_BROKERS, environment.REDIS_URL]).toEqual([undefined, 'redis://localhost:6379']);
    await stop();
    expect(docker.running.size).toBe(0);
  });

  it('have an image with a pinned version, the one of Compose', () => {
    // Aim: no test runs against an unpinned version.
    for (const { image } of ENGINES) expect(image).toMatch(/^[a-z0-9./-]+:[A-Za-z0-9._-]*\d[A-Za-z0-9._-]*$/);
  });

  it("advertise the mapped port to Kafka's clients", () => {
    // Aim: the address that a broker advertises must be reachable from outside its container.
    const kafka = ENGINES.find(({ name }) => name === 'kafka');
    expect(kafka.environment(40_123).KAFKA_ADVERTISED_LISTENERS).toBe('PLAINTEXT://localhost:40123');
  });
});
