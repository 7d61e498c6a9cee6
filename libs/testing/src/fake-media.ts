import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { type MediaService, Photo } from '@switchback/proto/media/v1/service';

type Method<Name extends keyof MediaService> = Rpc<MediaService>[Name];

/** One photo of the first drive; changes enforce roles. */
export class FakeMedia implements Rpc<MediaService> {
  failure: Error | undefined;

  #answer(overrides: Partial<Photo> = {}): { photos: Photo[] } {
    if (this.failure) throw this.failure;
    const at = (size: string) => `/media/drives/d1/p1/${size}.jpg`;
    const photo = {
      ...Photo.decode(new Uint8Array()),
      id: 'p1',
      small: at('small'),
      medium: at('medium'),
      large: at('large'),
      original: at('original'),
      addedBy: 'u1',
      addedDate: '2026-01-02T03:04:05.000Z',
      description: 'Fog.',
      color: '#334455',
      width: 800,
      height: 600,
      ...overrides,
    };
    return { photos: [photo] };
  }

  listPhotos: Method<'listPhotos'> = async () => this.#answer();
  savePhotos: Method<'savePhotos'> = async (_request, call) => {
    refuse(signedIn(call).accountType === 'free', 'upgradeNeeded');
    return this.#answer();
  };
  listOwnPhotos: Method<'listOwnPhotos'> = async () => ({ photos: [] });
  findPhoto: Method<'findPhoto'> = async ({ id }) => {
    refuse(id !== 'p1', 'photoNotFound');
    return { driveId: 'd1', driveTitle: '', addedBy: '', description: '' };
  };
  deletePhoto: Method<'deletePhoto'> = async (_request, call) => {
    signedIn(call);
    return this.#answer();
  };
  likePhoto: Method<'likePhoto'> = async ({ like }, call) => {
    return this.#answer({ likes: like ? [signedIn(call).userId] : [] });
  };
  decidePhoto: Method<'decidePhoto'> = async (_request, call) => {
    refuse(signedIn(call).accountType !== 'admin', 'notAllowed');
    return this.#answer();
  };
  convertPhoto: Method<'convertPhoto'> = async (_request, call) => {
    signedIn(call);
    return { key: 'photos/p1/large.jpg' };
  };
  openPhoto: Method<'openPhoto'> = async ({ id, size }) => {
    refuse(id !== 'p1', 'photoNotFound');
    return { key: `photos/p1/${size}.jpg`, isPublic: true };
  };
}

function signedIn({ caller }: Call) {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}

function refuse(isRefused: boolean, error: 'upgradeNeeded' | 'notAllowed' | 'photoNotFound'): void {
  if (isRefused) throw new ProductError(error, error === 'upgradeNeeded' ? { additional: { upgrade: true } } : {});
}
