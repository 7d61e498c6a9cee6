import { type ChildProcess, spawn } from 'node:child_process';
import { birthOf } from './process-mark.js';

/**
 * Reads the server's pid and start time from standard input (the last line counts) and waits. The input ends when the
 * process at the other end exits, in whatever way. Then stops the server unless another user is alive: "$1" holds one
 * file per user, "$2" is the file of this guardian's own process. Processes that are killed together may see each other
 * alive for a moment, so it checks several times. A process that has reused one of the pids is neither waited for nor
 * stopped: `birth` prints when a process started, in the format of `birthOf`, and nothing for a zombie.
 */
const SCRIPT = `
birth() {
  if [ -r "/proc/$$/stat" ]; then
    read -r line < "/proc/$1/stat" || return
    set -- \${line##*) }
    [ "$1" = Z ] || echo "\${20}"
  else
    case $(ps -o stat= -p "$1") in Z*) return ;; esac
    set -- $(LC_ALL=C TZ=UTC ps -o lstart= -p "$1")
    echo "$*"
  fi
}
server= started=
while read -r number start; do server=$number started=$start; done
for look in 1 2 3 4 5; do
  [ -n "$started" ] && [ "$(birth "$server")" = "$started" ] || exit 0
  used=
  for file in "$1"/*; do
    name=\${file##*/} pid=\${name%%-*} born=
    [ "$name" != "$2" ] && [ -r "$file" ] && kill -0 "$pid" || continue
    read -r born < "$file"
    now=$(birth "$pid")
    [ -z "$now" ] || { [ -n "$born" ] && [ "$now" != "$born" ]; } || used=1
  done
  [ -n "$used" ] || { kill -INT "$server"; exit 0; }
  sleep 1
done`;

/**
 * Stops the server if this process is killed and no other user of the server is alive. Idle until then: a shell waiting
 * for the end of its standard input.
 */
export class Guardian {
  private readonly child: ChildProcess;

  /**
   * @param users the folder with one file per user.
   * @param user the file of this process.
   * @param onError called if there is no shell.
   */
  constructor(users: string, user: string, onError: () => void) {
    this.child = spawn('sh', ['-c', SCRIPT, 'postgres-guardian', users, user], {
      // A separate session, so that Ctrl-C reaches only this process.
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.child.on('error', onError);
    this.child.stdin?.on('error', () => undefined);
    this.child.unref();
    (this.child.stdin as unknown as { unref(): void } | null)?.unref();
  }

  /** Sets the server to stop. */
  guard(pid: number): void {
    this.child.stdin?.write(`${pid} ${birthOf(pid)}\n`);
  }

  /** Ends the guardian without stopping the server. */
  dismiss(): void {
    this.child.stdin?.end('\n');
  }
}
