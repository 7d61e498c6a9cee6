import { expect } from '@playwright/test';
import type { Collection } from '@switchback/contracts/resources/collection';
import type { Answer, Api } from './api.js';
import type { Person } from './people.js';

const BASE = process.env.BASE_URL ?? 'http://localhost:8080';
const TIMEOUT_MS = 15_000;

/** Calls about collections, each as a person or as a visitor. */
export class CollectionCalls {
  constructor(private readonly api: Api) {}

  async create(collection: object, person: Person): Promise<Collection> {
    const { status, body } = await this.tryCreate(collection, person);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.collection as Collection;
  }

  tryCreate(collection: object, person?: Person): Promise<Answer> {
    return this.api.call('PUT', '/api/collections/collection', { collection }, person?.token);
  }

  read(id: string, person?: Person): Promise<Answer> {
    return this.api.call('GET', `/api/collections/collection/${id}`, undefined, person?.token);
  }

  save(id: string, collection: object, person?: Person): Promise<Answer> {
    return this.api.call('POST', `/api/collections/collection/${id}`, { collection }, person?.token);
  }

  delete(id: string, person?: Person): Promise<Answer> {
    return this.api.call('DELETE', `/api/collections/collection/${id}`, {}, person?.token);
  }

  ways(id: string, person?: Person): Promise<Answer> {
    return this.api.call('GET', `/api/collections/collection/${id}/ways`, undefined, person?.token);
  }

  share(id: string, users?: string[], person?: Person): Promise<Answer> {
    return this.api.call('POST', `/api/collections/collection/${id}/shared`, { users }, person?.token);
  }

  link(method: 'POST' | 'PUT' | 'DELETE', id: string, person?: Person): Promise<Answer> {
    const body = method === 'PUT' ? { days: 7 } : {};
    return this.api.call(method, `/api/collections/collection/${id}/secret-link`, body, person?.token);
  }

  /** Returns the secret of a new link. */
  async secretOf(id: string, person: Person): Promise<string> {
    const { status, body } = await this.link('PUT', id, person);
    expect(status, JSON.stringify(body)).toBe(201);
    return (body.link as { secret: string }).secret;
  }

  async listOf(userId: string, person?: Person): Promise<Collection[]> {
    const { body } = await this.api.call('GET', `/api/users/user/${userId}/collections`, undefined, person?.token);
    return body.collections as Collection[];
  }

  /** Returns a file, or the text of a refusal. */
  async file(id: string, format: string, person?: Person): Promise<{ status: number; text: string; name: string }> {
    const answer = await fetch(`${BASE}/api/collections/collection/${id}/${format}`, {
      headers: person && { authorization: `Bearer ${person.token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const [, name = ''] = /filename="([^"]*)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
    return { status: answer.status, text: await answer.text(), name };
  }
}

/** Returns public drives, the most popular first. */
export async function publicDrives(api: Api): Promise<{ id: string; title: string; distance: number }[]> {
  const { body } = await api.call('GET', '/api/drives/popular');
  return body.drives as { id: string; title: string; distance: number }[];
}
