import { RpcController } from '@switchback/platform/nest/rpc-controller';
import type { Call } from '@switchback/platform/rpc/call';
import {
  type ApproveCollectionRequest,
  type ApproveDriveRequest,
  type CheckTitleRequest,
  type CreateCollectionLinkRequest,
  type CreateCollectionRequest,
  type CreateDriveRequest,
  type CreateSecretLinkRequest,
  type DeleteCollectionRequest,
  type DeleteDriveRequest,
  DrivesServiceDefinition,
  type FindChoicesRequest,
  type FindCoveringRequest,
  type GetCardRequest,
  type GetCollectionLinkRequest,
  type GetCollectionRequest,
  type GetCollectionSharesRequest,
  type GetDetailsRequest,
  type GetDirectionsRequest,
  type GetNearbyRequest,
  type GetPopularRequest,
  type GetSecretCollectionRequest,
  type GetSecretDriveRequest,
  type GetSecretLinkRequest,
  type GetSharesRequest,
  type GetSummariesRequest,
  type GetWaysRequest,
  type GetWorldRankingRequest,
  type ListCollectionsRequest,
  type ListPublishedCollectionsRequest,
  type ListPublishedRequest,
  type ListStatesRequest,
  type PlanFromHereRequest,
  type RankDriveRequest,
  type RequestChangesRequest,
  type RequestCollectionChangesRequest,
  type RevokeCollectionLinkRequest,
  type RevokeSecretLinkRequest,
  type RouteRequest,
  type SaveRecordRequest,
  type ShareCollectionRequest,
  type ShareDriveRequest,
  type UpdateCollectionRequest,
  type UpdateDriveRequest,
} from '@switchback/proto/drives/v1/service';
import { Authoring } from './authoring/authoring.service.js';
import { DriveCards } from './cards/drive-cards.js';
import { CollectionLinks } from './collections/collection-links.js';
import { CollectionReviews } from './collections/collection-reviews.js';
import { CollectionShares } from './collections/collection-shares.js';
import { CollectionWays } from './collections/collection-ways.js';
import { CollectionsQueries } from './collections/collections.queries.js';
import { Collections } from './collections/collections.service.js';
import { Routes } from './roads/routes.js';
import { CoveringDrives } from './queries/covering-drives.js';
import { DrivesQueries } from './queries/drives.queries.js';
import { Plans } from './from-here/plans.service.js';
import { Ranking } from './ranking/ranking.service.js';
import { Records } from './records/records.js';
import { SecretLinks } from './sharing/secret-links.js';
import { Sharing } from './sharing/sharing.service.js';

/** RPC interface of the drives service. */
@RpcController(DrivesServiceDefinition)
export class DrivesRpc {
  constructor(
    private readonly queries: DrivesQueries,
    private readonly cards: DriveCards,
    private readonly authoring: Authoring,
    private readonly routes: Routes,
    private readonly sharing: Sharing,
    private readonly secretLinks: SecretLinks,
    private readonly ranking: Ranking,
    private readonly collections: Collections,
    private readonly collectionQueries: CollectionsQueries,
    private readonly collectionShares: CollectionShares,
    private readonly collectionLinks: CollectionLinks,
    private readonly collectionReviews: CollectionReviews,
    private readonly collectionWays: CollectionWays,
    private readonly plans: Plans,
    private readonly covering: CoveringDrives,
    private readonly records: Records,
  ) {}

  async getSummaries({ ids }: GetSummariesRequest, { caller }: Call) {
    return { drives: await this.queries.summaries(ids, caller) };
  }

  async getDetails({ id }: GetDetailsRequest, { caller, signal }: Call) {
    return { drive: await this.queries.details(id, caller, signal) };
  }

  async getDirections({ id }: GetDirectionsRequest, { caller, signal }: Call) {
    return { directions: await this.queries.directions(id, caller, signal) };
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

  async listPublished({ offset, limit }: ListPublishedRequest) {
    return { ids: await this.queries.published(offset, limit) };
  }

  async listStates({ pageToken, limit, ids }: ListStatesRequest) {
    return this.queries.states(pageToken, limit, ids);
  }

  async getCard({ id, hash }: GetCardRequest) {
    return this.cards.answer(id, hash);
  }

  async createDrive(request: CreateDriveRequest, call: Call) {
    return { drive: await this.authoring.create(request, call) };
  }

  async saveRecord(request: SaveRecordRequest, call: Call) {
    return { drive: await this.records.save(request, call) };
  }

  async updateDrive(request: UpdateDriveRequest, call: Call) {
    return { drive: await this.authoring.update(request, call) };
  }

  async deleteDrive({ id }: DeleteDriveRequest, { caller }: Call) {
    await this.authoring.delete(id, caller);
    return {};
  }

  async getShares({ id }: GetSharesRequest, { caller }: Call) {
    return { userIds: await this.sharing.list(id, caller) };
  }

  async shareDrive(request: ShareDriveRequest, { caller }: Call) {
    return this.sharing.replace(request, caller);
  }

  async getSecretLink({ id }: GetSecretLinkRequest, { caller }: Call) {
    return { link: await this.secretLinks.find(id, caller) };
  }

  async createSecretLink({ id, days }: CreateSecretLinkRequest, { caller }: Call) {
    return { link: await this.secretLinks.create(id, days, caller) };
  }

  async revokeSecretLink({ id }: RevokeSecretLinkRequest, { caller }: Call) {
    await this.secretLinks.revoke(id, caller);
    return {};
  }

  async getSecretDrive({ secret }: GetSecretDriveRequest, { signal }: Call) {
    return { drive: await this.secretLinks.open(secret, signal) };
  }

  async rankDrive({ id, rankings }: RankDriveRequest, { caller }: Call) {
    return { rankings: await this.ranking.rank(id, rankings, caller) };
  }

  async checkTitle({ title, driveId }: CheckTitleRequest, { caller }: Call) {
    await this.authoring.checkTitle(title, driveId, caller);
    return {};
  }

  async approveDrive({ id, rev, form }: ApproveDriveRequest, call: Call) {
    return { drive: await this.authoring.approve(id, rev, call, form) };
  }

  async requestChanges({ id, changeRequest, rev }: RequestChangesRequest, { caller }: Call) {
    return { drive: await this.authoring.requestChanges(id, changeRequest, rev, caller) };
  }

  async route({ waypoints, taste }: RouteRequest, call: Call) {
    return this.routes.route(waypoints, call, taste);
  }

  async findChoices({ waypoints, unpaved }: FindChoicesRequest, call: Call) {
    return this.routes.choices(waypoints, unpaved, call);
  }

  async listCollections({ userId, bookmark }: ListCollectionsRequest, { caller }: Call) {
    return this.collectionQueries.listOf(userId, bookmark, caller);
  }

  async listPublishedCollections({ bookmark }: ListPublishedCollectionsRequest, { caller }: Call) {
    return this.collectionQueries.published(bookmark, caller);
  }

  async getCollection({ id }: GetCollectionRequest, { caller }: Call) {
    return { collection: await this.collectionQueries.find(id, caller) };
  }

  async createCollection(request: CreateCollectionRequest, { caller }: Call) {
    return { collection: await this.collections.create(request, caller) };
  }

  async updateCollection(request: UpdateCollectionRequest, { caller }: Call) {
    return { collection: await this.collections.update(request, caller) };
  }

  async deleteCollection({ id }: DeleteCollectionRequest, { caller }: Call) {
    await this.collections.delete(id, caller);
    return {};
  }

  async approveCollection({ id, rev }: ApproveCollectionRequest, { caller }: Call) {
    return { rev: await this.collectionReviews.approve(id, rev, caller) };
  }

  async requestCollectionChanges({ id, words, rev }: RequestCollectionChangesRequest, { caller }: Call) {
    return { rev: await this.collectionReviews.requestChanges(id, words, rev, caller) };
  }

  async getCollectionShares({ id }: GetCollectionSharesRequest, { caller }: Call) {
    return { userIds: await this.collectionShares.list(id, caller) };
  }

  async shareCollection(request: ShareCollectionRequest, { caller }: Call) {
    return this.collectionShares.replace(request, caller);
  }

  async getCollectionLink({ id }: GetCollectionLinkRequest, { caller }: Call) {
    return { link: await this.collectionLinks.find(id, caller) };
  }

  async createCollectionLink({ id, days }: CreateCollectionLinkRequest, { caller }: Call) {
    return { link: await this.collectionLinks.create(id, days, caller) };
  }

  async revokeCollectionLink({ id }: RevokeCollectionLinkRequest, { caller }: Call) {
    await this.collectionLinks.revoke(id, caller);
    return {};
  }

  async getSecretCollection({ secret }: GetSecretCollectionRequest, { caller }: Call) {
    return { collection: await this.collectionLinks.show(secret, caller) };
  }

  planFromHere(request: PlanFromHereRequest, call: Call) {
    return this.plans.fromHere(request, call);
  }

  async getWays(request: GetWaysRequest, call: Call) {
    return { ways: await this.collectionWays.ways(request, call) };
  }

  async findCovering({ paths }: FindCoveringRequest, { signal }: Call) {
    return { driveIds: await this.covering.find(paths, signal) };
  }
}
