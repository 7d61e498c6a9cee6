import type { SecretLink } from '@switchback/proto/drives/v1/service';

/** Maps a secret link; on the wire, '' stands for no end. */
export function toSecretLink({ secret, expiresAt }: SecretLink) {
  return { secret, expiresAt: expiresAt || null };
}
