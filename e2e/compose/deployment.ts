import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Guards against hangs. */
const LIMIT_MS = 300_000;

/** Runs Docker; the environment selects the deployment. */
export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('docker', args, { cwd: ROOT, timeout: LIMIT_MS });
  return stdout.trim();
}

/** Kills the process as the kernel would, so that Docker's restart policy applies; after `docker kill` it would not. */
export async function killHard(service: string): Promise<void> {
  const container = await docker('compose', 'ps', '-q', service);
  const pid = await docker('inspect', '-f', '{{.State.Pid}}', container);
  const kill = `process.kill(${Number(pid)}, 'SIGKILL')`;
  const image = process.env.SWITCHBACK_IMAGE ?? '';
  await docker('run', '--rm', '--pid=host', '--user=0', '--entrypoint=node', image, '-e', kill);
}
