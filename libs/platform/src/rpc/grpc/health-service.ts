import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  type Server,
  type ServerWritableStream,
  type ServiceDefinition as GrpcDefinition,
  status,
} from '@grpc/grpc-js';
import {
  HealthCheckRequest,
  HealthCheckResponse,
  HealthCheckResponse_ServingStatus as Status,
  HealthDefinition,
} from '@switchback/proto/grpc/health/v1/health';
import type { Health } from '../../health/health.js';
import { pathOf } from './wire.js';

/** Interval at which watchers are notified of changes. */
const WATCH_INTERVAL_MS = 1_000;
const WATCHERS_MAX = 100;

type Watcher = ServerWritableStream<HealthCheckRequest, HealthCheckResponse>;

/** gRPC health checking protocol for this process: https://github.com/grpc/grpc/blob/master/doc/health-checking.md */
export class HealthService {
  readonly #watchers = new Map<Watcher, Status>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  /** @param service full name to report in addition to the empty one, which stands for the whole process. */
  constructor(
    private readonly health: Health,
    private readonly service: string,
  ) {
    this.#timer = setInterval(() => void this.#notifyWatchers(), WATCH_INTERVAL_MS).unref();
  }

  addTo(server: Server): void {
    const codecs = {
      requestSerialize: (message: HealthCheckRequest) => Buffer.from(HealthCheckRequest.encode(message).finish()),
      requestDeserialize: (bytes: Buffer) => HealthCheckRequest.decode(bytes),
      responseSerialize: (message: HealthCheckResponse) => Buffer.from(HealthCheckResponse.encode(message).finish()),
      responseDeserialize: (bytes: Buffer) => HealthCheckResponse.decode(bytes),
    };
    const { check, watch } = HealthDefinition.methods;
    const definition: GrpcDefinition = {
      check: { path: pathOf(HealthDefinition, check), requestStream: false, responseStream: false, ...codecs },
      watch: { path: pathOf(HealthDefinition, watch), requestStream: false, responseStream: true, ...codecs },
    };
    server.addService(definition, { check: this.#check, watch: this.#watch });
  }

  /** Notifies watchers of the end and ends their streams. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const watcher of this.#watchers.keys()) {
      watcher.write({ status: Status.NOT_SERVING });
      watcher.end();
    }
    this.#watchers.clear();
  }

  readonly #check: handleUnaryCall<HealthCheckRequest, HealthCheckResponse> = ({ request }, done) => {
    if (!this.#isKnown(request)) return done({ code: status.NOT_FOUND, details: 'There is no such service.' });
    void this.#status().then((answer) => done(null, { status: answer }));
  };

  readonly #watch: handleServerStreamingCall<HealthCheckRequest, HealthCheckResponse> = (watcher) => {
    if (this.#isClosed || this.#watchers.size >= WATCHERS_MAX) {
      watcher.emit('error', { code: status.UNAVAILABLE, details: 'Too many watchers.' });
      return;
    }
    this.#watchers.set(watcher, Status.UNKNOWN);
    watcher.on('cancelled', () => this.#watchers.delete(watcher));
    void this.#notifyWatchers();
  };

  async #notifyWatchers(): Promise<void> {
    if (this.#watchers.size === 0) return;
    const serving = await this.#status();
    for (const [watcher, told] of this.#watchers) {
      const now = this.#isKnown(watcher.request) ? serving : Status.SERVICE_UNKNOWN;
      if (now === told) continue;
      this.#watchers.set(watcher, now);
      watcher.write({ status: now });
    }
  }

  #isKnown({ service }: HealthCheckRequest): boolean {
    return service === '' || service === this.service;
  }

  async #status(): Promise<Status> {
    return !this.#isClosed && (await this.health.ready()) === 'ok' ? Status.SERVING : Status.NOT_SERVING;
  }
}
