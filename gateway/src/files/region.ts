import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import type { Region as RegionAnswer } from '@switchback/proto/roads/v1/service';
import { CLIENTS, type Clients } from '../services/clients.js';

/** A page asks for the settings and then for many tiles: most are answered without a call. */
const FRESH_MS = 2_000;

/** The region of the roads service, as of a moment ago. */
@Injectable()
export class Region {
  #known: RegionAnswer | undefined;
  #readAtMs = -Infinity;

  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns undefined without an extract; the last answer while the roads service is down. */
  async get(call: Call): Promise<RegionAnswer | undefined> {
    if (this.clock.monotonicMs() - this.#readAtMs < FRESH_MS) return this.#known;
    try {
      this.#known = (await this.clients.roads.getRegion({}, call)).region;
    } catch {
      // The map without streets, or with those of before, is better than no page.
    }
    this.#readAtMs = this.clock.monotonicMs();
    return this.#known;
  }
}
