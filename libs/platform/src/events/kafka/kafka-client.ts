import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactoryArgs, Kafka, KafkaConfig } from 'kafkajs';
import { type Clock } from '../../clock.js';
import { KafkaUnavailableError, withTransience } from './kafka-errors.js';
import { calmRequestQueues } from './request-queues.js';

const CONNECT_TIMEOUT_MS = 3_000;
const KEEPALIVE_MS = 10_000;
const RETRY = { retries: 4, initialRetryTime: 100, maxRetryTime: 1_000 };

export interface Address {
  host: string;
  port: number;
}

/** Addresses and credentials of a cluster. */
export interface KafkaConnection {
  /** `host:port` of some of the brokers. */
  brokers: string[];
  clientId?: string;
  ssl?: boolean;
  sasl?: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string };
  /**
   * Maps a broker's advertised address to the one to connect to. Needed because brokers advertise each other's
   * addresses, beyond the list above.
   */
  route?: (broker: Address) => Address;
  /** A request without a response fails after this time. */
  requestTimeoutMs?: number;
}

/** A kafkajs client that can be terminated immediately, whatever it waits for. */
export class KafkaClient {
  readonly kafka: Kafka;
  private readonly sockets = new Set<Socket>();
  private destroyed = false;

  constructor(
    library: typeof import('kafkajs'),
    private readonly connection: KafkaConnection,
  ) {
    const { brokers, clientId, ssl, sasl, requestTimeoutMs } = connection;
    this.kafka = new library.Kafka({
      brokers,
      clientId: clientId ?? 'switchback',
      ssl: ssl ?? false,
      ...(sasl && ({ sasl } as Pick<KafkaConfig, 'sasl'>)),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      retry: RETRY,
      ...(requestTimeoutMs !== undefined && { requestTimeout: requestTimeoutMs }),
      socketFactory: (requested) => this.openSocket(requested),
      // Failures already reach the caller or the bus's `onError`; kafkajs would log them a second and a third time.
      logLevel: library.logLevel.NOTHING,
    });
  }

  /** Closes every connection immediately; pending calls fail. */
  destroy(): void {
    this.destroyed = true;
    for (const socket of this.sockets) socket.destroy(new KafkaUnavailableError('The connection was closed.'));
  }

  private openSocket({ host, port, ssl, onConnect }: ISocketFactoryArgs): Socket {
    const target = this.connection.route?.({ host, port }) ?? { host, port };
    const servername = isIP(host) ? {} : { servername: host };
    const socket = ssl ? connectTls({ ...target, ...servername, ...ssl }, onConnect) : connectTcp(target, onConnect);
    socket.setKeepAlive(true, KEEPALIVE_MS);
    socket.setNoDelay(true);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    if (this.destroyed) socket.destroy(new KafkaUnavailableError('The connection was closed.'));
    return socket;
  }
}

/** Creates clients; loads kafkajs with the first bus that needs it. */
export class KafkaClients {
  private constructor(
    private readonly library: typeof import('kafkajs'),
    private readonly connection: KafkaConnection,
  ) {}

  static async load(connection: KafkaConnection): Promise<KafkaClients> {
    const { default: library } = await import('kafkajs');
    calmRequestQueues();
    return new KafkaClients(library, connection);
  }

  open(): KafkaClient {
    return new KafkaClient(this.library, this.connection);
  }
}

/** The part of a producer or an admin client that opens and closes it. */
interface Connectable {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

/** A producer or an admin client that is created on first use and again after Kafka was unavailable. */
export class ReconnectingClient<Made extends Connectable> {
  private current: { client: KafkaClient; made: Made; connected: Promise<void> } | undefined;

  constructor(
    private readonly clients: KafkaClients,
    private readonly make: (kafka: Kafka) => Made,
    private readonly clock: Clock,
    private readonly timeoutMs: number,
  ) {}

  /**
   * @throws KafkaUnavailableError if Kafka is unreachable or the work exceeds its timeout. Messages already sent by
   * then may still take effect; none are sent afterwards.
   */
  async use<Result>(work: (made: Made) => Promise<Result>): Promise<Result> {
    const opened = (this.current ??= this.open());
    const finished = new AbortController();
    const overdue = this.clock.sleep(this.timeoutMs, finished.signal).then(() => {
      throw new KafkaUnavailableError(`Kafka did not answer within ${this.timeoutMs} ms.`);
    });
    try {
      return await Promise.race([opened.connected.then(() => work(opened.made)), overdue]);
    } catch (error) {
      const failure = withTransience(error);
      if (failure !== error || error instanceof KafkaUnavailableError) this.discard(opened);
      throw failure;
    } finally {
      overdue.catch(() => undefined);
      finished.abort();
    }
  }

  async close(): Promise<void> {
    const { current } = this;
    this.current = undefined;
    if (!current) return;
    const finished = new AbortController();
    const closed = current.connected.then(() => current.made.disconnect()).catch(() => undefined);
    await Promise.race([closed, this.clock.sleep(CONNECT_TIMEOUT_MS, finished.signal)]);
    finished.abort();
    current.client.destroy();
  }

  private open() {
    const client = this.clients.open();
    const made = this.make(client.kafka);
    return { client, made, connected: made.connect() };
  }

  private discard(opened: { client: KafkaClient }): void {
    if (this.current === opened) this.current = undefined;
    opened.client.destroy();
  }
}
