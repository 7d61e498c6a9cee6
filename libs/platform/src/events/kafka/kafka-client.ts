import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactoryArgs, Kafka, KafkaConfig } from 'kafkajs';
import { type Clock } from '../../clock.js';
import { KafkaAwayError, withTransience } from './kafka-errors.js';
import { calmRequestQueues } from './request-queues.js';

const CONNECT_TIMEOUT_MS = 3_000;
const KEEPALIVE_MS = 10_000;
const RETRY = { retries: 4, initialRetryTime: 100, maxRetryTime: 1_000 };

export interface Address {
  host: string;
  port: number;
}

/** Where a cluster is, and how to get in. */
export interface KafkaConnection {
  /** `host:port` of some of the brokers. */
  brokers: string[];
  clientId?: string;
  ssl?: boolean;
  sasl?: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string };
  /** Where to connect to instead of a broker's own address: brokers name each other, so the list above is not enough. */
  route?: (broker: Address) => Address;
  /** A request without an answer fails after this. */
  requestTimeoutMs?: number;
}

/** A client of kafkajs that can be ended at once, whatever it waits for. */
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
      ...{ brokers, clientId: clientId ?? 'switchback', ssl: ssl ?? false },
      ...(sasl && ({ sasl } as Pick<KafkaConfig, 'sasl'>)),
      ...{ connectionTimeout: CONNECT_TIMEOUT_MS, retry: RETRY },
      ...(requestTimeoutMs !== undefined && { requestTimeout: requestTimeoutMs }),
      socketFactory: (wanted) => this.openSocket(wanted),
      // What fails reaches its caller, or `onError` of the bus; kafkajs would tell it a second and a third time.
      logLevel: library.logLevel.NOTHING,
    });
  }

  /** Ends every connection now; calls under way fail. */
  destroy(): void {
    this.destroyed = true;
    for (const socket of this.sockets) socket.destroy(new KafkaAwayError('The connection was given up.'));
  }

  private openSocket({ host, port, ssl, onConnect }: ISocketFactoryArgs): Socket {
    const target = this.connection.route?.({ host, port }) ?? { host, port };
    const servername = isIP(host) ? {} : { servername: host };
    const socket = ssl ? connectTls({ ...target, ...servername, ...ssl }, onConnect) : connectTcp(target, onConnect);
    socket.setKeepAlive(true, KEEPALIVE_MS);
    socket.setNoDelay(true);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    if (this.destroyed) socket.destroy(new KafkaAwayError('The connection was given up.'));
    return socket;
  }
}

/** Makes clients; kafkajs is loaded with the first bus that needs it. */
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

/** The part of a producer or an admin that opens and closes it. */
interface Connectable {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

/** A producer or an admin that is made when it is first needed, and made anew after Kafka was away. */
export class Standing<Part extends Connectable> {
  private current: { client: KafkaClient; part: Part; connected: Promise<void> } | undefined;

  constructor(
    private readonly clients: KafkaClients,
    private readonly make: (kafka: Kafka) => Part,
    private readonly clock: Clock,
    private readonly timeoutMs: number,
  ) {}

  /**
   * @throws KafkaAwayError when Kafka cannot be reached or the work takes longer than the time it has. What was sent by
   *   then may still have its effect; nothing more is sent after it.
   */
  async use<Result>(work: (part: Part) => Promise<Result>): Promise<Result> {
    const opened = (this.current ??= this.open());
    const finished = new AbortController();
    const overdue = this.clock.sleep(this.timeoutMs, finished.signal).then(() => {
      throw new KafkaAwayError(`Kafka did not answer within ${this.timeoutMs} ms.`);
    });
    try {
      return await Promise.race([opened.connected.then(() => work(opened.part)), overdue]);
    } catch (error) {
      const failure = withTransience(error);
      if (failure !== error || error instanceof KafkaAwayError) this.discard(opened);
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
    const closed = current.connected.then(() => current.part.disconnect()).catch(() => undefined);
    await Promise.race([closed, this.clock.sleep(CONNECT_TIMEOUT_MS, finished.signal)]);
    finished.abort();
    current.client.destroy();
  }

  private open() {
    const client = this.clients.open();
    const part = this.make(client.kafka);
    return { client, part, connected: part.connect() };
  }

  private discard(opened: { client: KafkaClient }): void {
    if (this.current === opened) this.current = undefined;
    opened.client.destroy();
  }
}
