/** Stored squares of a picture. */
export const AVATAR_SIZES = ['small', 'medium', 'original'] as const;
export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** The sizes of a picture as JPEG. */
export type AvatarFiles = Record<AvatarSize, Uint8Array>;

/** Reason for refusing a picture: unknown format, broken, or more pixels than may be decoded. */
export type Refusal = 'format' | 'broken' | 'size';

/** Result from the process that decodes a picture. */
export type Decoded = { files: AvatarFiles } | { refused: Refusal };
