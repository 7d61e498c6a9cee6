import { type ChildProcess, spawn } from 'node:child_process';
import { birthOf } from './process-mark.js';

/**
 * Reads the server's number and its start from standard input, the last line counts, and waits: the input ends when the
 * process that holds its other end is gone, however it ended. Then it stops the server unless another user lives: "$1" holds
 * one file per user, "$2" is the one of its own process. Processes that are killed together may see each other for a moment,
 * so it looks a few times. Whoever has the number of one of them later is neither waited for nor stopped; `birth` says when a
 * process started in the words of `birthOf`, and nothing of a process that has ended and only waits for its parent.
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
 * Stops the server if this process is killed and no other user of it lives. It costs nothing meanwhile: a shell that waits for
 * its standard input to end.
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
      // A session of its own: Ctrl-C reaches this process alone.
      ...{ cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
    });
    this.child.on('error', onError);
    this.child.stdin?.on('error', () => undefined);
    this.child.unref();
    (this.child.stdin as unknown as { unref(): void } | null)?.unref();
  }

  /** Names the server to stop. */
  guard(pid: number): void {
    this.child.stdin?.write(`${pid} ${birthOf(pid)}\n`);
  }

  /** Ends the guardian; it stops nothing. */
  dismiss(): void {
    this.child.stdin?.end('\n');
  }
}
