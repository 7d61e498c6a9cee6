import { RpcController } from '@switchback/platform/nest/rpc-controller';
import type { Call } from '@switchback/platform/rpc/call';
import {
  DrivesServiceDefinition,
  type GetCardRequest,
  type GetDetailsRequest,
  type GetDirectionsRequest,
  type GetNearbyRequest,
  type GetPopularRequest,
  type GetSummariesRequest,
  type GetWorldRankingRequest,
  type ListStatesRequest,
} from '@switchback/proto/drives/v1/service';
import { DriveCards } from './cards/drive-cards.js';
import { DrivesQueries } from './drives.queries.js';

/** The drives service as other processes call it. */
@RpcController(DrivesServiceDefinition)
export class DrivesRpc {
  constructor(
    private readonly queries: DrivesQueries,
    private readonly cards: DriveCards,
  ) {}

  async getSummaries({ ids }: GetSummariesRequest, { caller }: Call) {
    return { drives: await this.queries.summaries(ids, caller) };
  }

  async getDetails({ id }: GetDetailsRequest, { caller }: Call) {
    return { drive: await this.queries.details(id, caller) };
  }

  async getDirections({ id }: GetDirectionsRequest, { caller }: Call) {
    return { directions: await this.queries.directions(id, caller) };
  }

  async getNearby({ location, limit }: GetNearbyRequest) {
    return { drives: location ? await this.queries.nearby(location, limit) : [] };
  }

  async getPopular({ limit }: GetPopularRequest) {
    return { drives: await this.queries.popular(limit) };
  }

  async getWorldRanking({ limit }: GetWorldRankingRequest) {
    return { drives: await this.queries.worldRanking(limit) };
  }

  async getStats() {
    return this.queries.stats();
  }

  async listStates({ pageToken, limit }: ListStatesRequest) {
    return this.queries.states(pageToken, limit);
  }

  async getCard({ id, hash }: GetCardRequest) {
    return this.cards.answer(id, hash);
  }
}
