import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** What a server does with the next mail: take it, answer with a code, or cut the connection. */
export type Mood = 'take' | 'cut before the mail' | 'cut after the mail' | 'silent after the mail' | 450 | 550;

/** A real SMTP server that keeps what it was given. */
export interface MailServer {
  url: string;
  /** The mails it took, as they came, and whom they were for. */
  taken: { message: string; to: string[] }[];
  mood: Mood;
  close(): Promise<void>;
}

export async function startMailServer(login?: { user: string; password: string }): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const state: Pick<MailServer, 'taken' | 'mood'> = { taken: [], mood: 'take' };
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (given, _session, done) =>
      given.username === login?.user && given.password === login?.password
        ? done(null, { user: given.username })
        : done(new Error('Not a login of ours')),
    onRcptTo: (_address, _session, done) => {
      if (state.mood === 'cut before the mail') cut(sockets);
      else if (typeof state.mood === 'number') done(Object.assign(new Error('Not now'), { responseCode: state.mood }));
      else done();
    },
    onData: (stream, session, done) => {
      const take = (message: string) => {
        state.taken.push({ message, to: session.envelope.rcptTo.map(({ address }) => address) });
        if (state.mood === 'cut after the mail') cut(sockets);
        else if (state.mood !== 'silent after the mail') done();
      };
      // One that breaks off is not taken.
      text(stream).then(take, () => undefined);
    },
  });
  // What a client that goes away leaves behind.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const close = () => {
    cut(sockets);
    return new Promise<void>((resolve) => server.close(resolve));
  };
  return Object.assign(state, { url: `smtp://127.0.0.1:${port}`, close });
}

function cut(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy();
}
