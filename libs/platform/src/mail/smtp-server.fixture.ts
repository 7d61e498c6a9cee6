import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** Behavior of the server for the next mail: accept it, respond with a code, disconnect, or never respond. */
export type Mood = 'take' | 'cut before the mail' | 'cut after the mail' | 'silent after the mail' | 450 | 550;

/** A real SMTP server that records the mail it receives. */
export interface MailServer {
  url: string;
  /** The accepted mails, unmodified, with their recipients and the name in the client's greeting. */
  taken: { message: string; to: string[]; greeting: string }[];
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
    onAuth: (input, _session, done) =>
      input.username === login?.user && input.password === login?.password
        ? done(null, { user: input.username })
        : done(new Error('Not a login of ours')),
    onRcptTo: ({ address }, _session, done) => {
      if (state.mood === 'cut before the mail') cut(sockets);
      else if (typeof state.mood === 'number')
        done(Object.assign(new Error(`<${address}>: greylisted, not now`), { responseCode: state.mood }));
      else done();
    },
    onData: (stream, session, done) => {
      const receive = (message: string) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        state.taken.push({ message, to, greeting: session.hostNameAppearsAs });
        if (state.mood === 'cut after the mail') cut(sockets);
        else if (state.mood !== 'silent after the mail') done();
      };
      // An interrupted mail is not accepted.
      text(stream).then(receive, () => undefined);
    },
  });
  // Errors caused by clients that disconnect.
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
