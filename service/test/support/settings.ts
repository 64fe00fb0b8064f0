// Settings that many tests share.

/** Reading them takes a second of every process that a test starts; tests of them say on. */
export const withoutPlaces = { SHIPPED_PLACES: 'off' } as const;
