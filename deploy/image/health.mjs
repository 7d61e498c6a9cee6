// The image's health check: exits with 0 while the process in this container can serve.
const port = Number(process.env.MANAGEMENT_PORT);

const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => null,
);
process.exitCode = answer?.ok ? 0 : 1;
