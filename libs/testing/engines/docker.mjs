// Engines in containers, through Testcontainers, which removes them even if the run is killed.
import { createServer } from 'node:net';

const ANSWER_MS = 5_000;
const START_MS = 180_000;

/** @throws Error if no Docker answers in time. */
export async function openDocker() {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  await withinTime(getContainerRuntimeClient(), ANSWER_MS);
  return {
    async start(engine) {
      const { image, port, isPortTold, command, readyPath, environment } = engine;
      const portOutside = isPortTold ? await freePort() : 0;
      const ready = readyPath ? Wait.forHttp(readyPath, port) : Wait.forListeningPorts();
      let container = new GenericContainer(image)
        .withExposedPorts(isPortTold ? { container: port, host: portOutside } : port)
        .withWaitStrategy(ready)
        .withStartupTimeout(START_MS)
        .withEnvironment(environment?.(portOutside) ?? {});
      if (command) container = container.withCommand(command);
      const started = await container.start();
      return { address: `${started.getHost()}:${started.getMappedPort(port)}`, stop: () => started.stop() };
    },
  };
}

async function withinTime(work, timeoutMs) {
  let timer;
  const expired = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not answer within ${timeoutMs / 1_000} s`)), timeoutMs);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
