/** Buttons for a driver: large enough to hit without a look. */
export const BUTTON = { h: 60, px: 'xs', fz: '1.125rem', flex: '1 1 auto' } as const;
