// Keyed hashes in indexes: by their last characters alone.

/**
 * An index holds of a keyed hash (43 characters) its last seven: 40 bits at least, of each encryption key. An index of whole
 * hashes is several times as large. Among a million others, a hash finds its tail a second time with a chance of one in a million; what
 * must not take another's row compares the whole hash, too (`hasKey`).
 */
export const keyTail = (key: string): string => `right(${key}, 7)`;

/** The tails of the keys in an array. */
export const keyTails = (keys: string): string => `array(select ${keyTail('k.key')} from unnest(${keys}) as k (key))`;

/** Is the column one of the keys in an array? Found in an index of its tail. */
export const hasKey = (column: string, keys: string): string =>
  `${keyTail(column)} = any(${keyTails(keys)}) and ${column} = any(${keys})`;
