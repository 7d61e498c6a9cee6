import { Controller, Inject } from '@nestjs/common';
import {
  collectionCall,
  collectionLink,
  collectionWays,
  createCollection,
  createCollectionLink,
  deleteCollection,
  publishedCollections,
  revokeCollectionLink,
  secretCollection,
  secretCollectionWays,
  shareCollection,
  updateCollection,
  userCollections,
} from '@switchback/contracts/endpoints/collections';
import { present } from '@switchback/platform/wire/values';
import { Answers, type InputOf } from '../contract/answers.js';
import { CallLimits } from '../http/call-limits.js';
import { toCollection, toCollectionForm, toListedCollection, toWay } from '../mapping/collection.js';
import { toSecretLink } from '../mapping/secret-link.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Collections and trips. */
@Controller()
export class CollectionsController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    private readonly callLimits: CallLimits,
  ) {}

  @Answers(userCollections)
  async list({ params: { id }, query: { bookmark = '' }, call }: InputOf<typeof userCollections>) {
    const page = await this.clients.drives.listCollections({ userId: id, bookmark }, call);
    return { collections: page.collections.map(toListedCollection), bookmark: page.bookmark || null };
  }

  @Answers(publishedCollections)
  async published({ query: { bookmark = '' }, call }: InputOf<typeof publishedCollections>) {
    const page = await this.clients.drives.listPublishedCollections({ bookmark }, call);
    return { collections: page.collections.map(toListedCollection), bookmark: page.bookmark || null };
  }

  @Answers(createCollection, { form: 'collection' })
  async create({ body: { collection }, idempotency, call }: InputOf<typeof createCollection>) {
    const request = { form: toCollectionForm(collection), idempotency: idempotency ?? undefined };
    return { collection: toCollection((await this.clients.drives.createCollection(request, call)).collection) };
  }

  @Answers(collectionCall)
  async find({ params, call }: InputOf<typeof collectionCall>) {
    return { collection: toCollection((await this.clients.drives.getCollection(params, call)).collection) };
  }

  @Answers(updateCollection, { form: 'collection' })
  async update({ params: { id }, body: { collection }, call }: InputOf<typeof updateCollection>) {
    const request = { id, form: toCollectionForm(collection) };
    return { collection: toCollection((await this.clients.drives.updateCollection(request, call)).collection) };
  }

  @Answers(deleteCollection)
  async delete({ params, call }: InputOf<typeof deleteCollection>) {
    await this.clients.drives.deleteCollection(params, call);
    return {};
  }

  @Answers(collectionWays, { endsWithClient: true })
  async ways({ params: { id }, origin, call }: InputOf<typeof collectionWays>) {
    await this.callLimits.findWays(call, origin.address);
    const { ways } = await this.clients.drives.getWays({ id, secret: '' }, call);
    return { ways: ways.map(toWay) };
  }

  @Answers(shareCollection)
  async share({ params: { id }, body: { users }, call }: InputOf<typeof shareCollection>) {
    const request = { collectionId: id, users: users ? { ids: users } : undefined };
    return { shared: (await this.clients.users.shareCollection(request, call)).userIds };
  }

  @Answers(collectionLink)
  async link({ params, call }: InputOf<typeof collectionLink>) {
    const { link } = await this.clients.drives.getCollectionLink(params, call);
    return { link: link ? toSecretLink(link) : null };
  }

  @Answers(createCollectionLink)
  async createLink({ params: { id }, body: { days }, call }: InputOf<typeof createCollectionLink>) {
    const { link } = await this.clients.drives.createCollectionLink({ id, days: days ?? 0 }, call);
    return { link: toSecretLink(present(link, 'link')) };
  }

  @Answers(revokeCollectionLink)
  async revokeLink({ params, call }: InputOf<typeof revokeCollectionLink>) {
    await this.clients.drives.revokeCollectionLink(params, call);
    return {};
  }

  @Answers(secretCollection)
  async open({ body: { secret }, call }: InputOf<typeof secretCollection>) {
    return { collection: toCollection((await this.clients.drives.getSecretCollection({ secret }, call)).collection) };
  }

  @Answers(secretCollectionWays, { endsWithClient: true })
  async secretWays({ body: { secret }, origin, call }: InputOf<typeof secretCollectionWays>) {
    await this.callLimits.findWays(call, origin.address);
    const { ways } = await this.clients.drives.getWays({ id: '', secret }, call);
    return { ways: ways.map(toWay) };
  }
}
