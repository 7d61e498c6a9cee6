/** Stored squares of a picture. */
export const AVATAR_SIZES = ['small', 'medium', 'original'] as const;
export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** The sizes of a picture as JPEG. */
export type AvatarFiles = Record<AvatarSize, Uint8Array>;

/** Result from the process that decodes a picture. */
export interface Decoded {
  files: AvatarFiles;
}
