import type { CollectionExportFormat } from '@switchback/contracts/endpoints/collections';
import type { CollectionSource } from '../../../../api/collections-api.js';
import { useSecretCollectionExportMutation } from '../sharing-endpoints.js';
import { useCollectionExportMutation } from './download-endpoint.js';
import { dayName } from './place-text.js';

/** A file of a collection, or of one day of a trip. */
export interface CollectionFile {
  format: CollectionExportFormat;
  day: number | null;
}

/** Requests files by the source's id, or by its secret; returns whether that succeeded. */
export function useCollectionFile(name: string, source: CollectionSource) {
  const [byId, ofId] = useCollectionExportMutation();
  const [bySecret, ofSecret] = useSecretCollectionExportMutation();
  const load = async ({ format, day }: CollectionFile) => {
    const file = { format, day, name: day === null ? name : `${name}, ${dayName(day)}` };
    const answer = await ('id' in source
      ? byId({ id: source.id, ...file })
      : bySecret({ secret: source.secret, ...file }));
    return answer.error === undefined;
  };
  return { load, isLoading: ofId.isLoading || ofSecret.isLoading, error: ofId.error ?? ofSecret.error };
}
