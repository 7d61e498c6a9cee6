/** Size of the buttons of a collection: several fit side by side on a phone. */
export const ACTION_SIZE = { size: 'sm', mih: 44, px: 12 } as const;
