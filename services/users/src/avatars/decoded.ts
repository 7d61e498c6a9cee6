/** The squares a picture is kept as. */
export const AVATAR_SIZES = ['small', 'medium', 'original'] as const;
export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** The sizes of a picture as JPEG. */
export type AvatarFiles = Record<AvatarSize, Uint8Array>;

/** Why a picture is not taken: none of the formats, broken, or more than may be decoded. */
export type Refusal = 'format' | 'broken' | 'size';

/** What the process that decodes a picture tells of it. */
export type Decoded = { files: AvatarFiles } | { refused: Refusal };
