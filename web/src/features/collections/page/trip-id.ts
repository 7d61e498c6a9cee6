/** Identifies a trip on this device; the pages of its days begin with it. */
export const tripId = (id: string) => `trip/${id}`;
