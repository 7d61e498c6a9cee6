import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy between a client and a server on this machine, whose connections a test can cut. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private down = false;
  private latencyMs = 0;
  private held: PromiseWithResolvers<void> | undefined;
  private lastWords: { after: Buffer; words: Buffer } | undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {}

  static async start(target: { host: string; port: number }): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, target);
    server.on('connection', (client) => proxy.accept(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** Returns a proxy for a URL's server, and the URL through it. */
  static async forUrl(url: string): Promise<{ proxy: TcpProxy; url: string }> {
    const through = new URL(url);
    const proxy = await TcpProxy.start({ host: through.hostname, port: Number(through.port) });
    through.host = `127.0.0.1:${proxy.port}`;
    return { proxy, url: through.href };
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resets open and new connections until `restore`. */
  cut(): void {
    this.down = true;
    for (const socket of this.sockets) reset(socket);
  }

  restore(): void {
    this.down = false;
  }

  /** Keeps connections open but forwards nothing until `resume`, like a suspended server. */
  pause(): void {
    this.held ??= Promise.withResolvers();
  }

  resume(): void {
    this.held?.resolve();
    this.held = undefined;
  }

  /** Delays every chunk, both ways. */
  slow(latencyMs: number): void {
    this.latencyMs = latencyMs;
  }

  /** Ends the connection whose server answer next ends in `after`, with `words` appended to the same chunk. */
  endAfter(after: Buffer, words: Buffer): void {
    this.lastWords = { after, words };
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    if (this.down) return void client.resetAndDestroy();
    const upstream = connect(this.target.port, this.target.host);
    this.join(client, upstream);
    this.join(upstream, client);
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    let before: Promise<unknown> | undefined;
    from.on('data', (chunk) => {
      const held = this.held?.promise ?? (this.latencyMs > 0 ? sleep(this.latencyMs) : undefined);
      if (this.lastWords && chunk.subarray(-this.lastWords.after.length).equals(this.lastWords.after)) {
        const { words } = this.lastWords;
        this.lastWords = undefined;
        return void to.end(Buffer.concat([chunk, words]));
      }
      if (!held && !before) return void to.write(chunk);
      // Chunks sent after the delay ends must not overtake delayed ones.
      const turn = Promise.all([before, held]).then(() => {
        if (before === turn) before = undefined;
        if (to.writable) to.write(chunk);
      });
      before = turn;
    });
    from.on('end', () => to.end());
  }
}

/** Node 24 does not close a socket that is reset during its shutdown, and a thread with such a socket cannot end. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
