// Keyed hashes in indexes: by their last characters alone.

/**
 * An index holds of a keyed hash (43 characters) its last seven, which are 40 bits; the tag of an encryption key is at its beginning. An
 * index of whole hashes is several times as large. The probability that one of a million hashes has the tail of a given one is one in a
 * million: what must not take another's row compares the whole hash, too (`hasKey`).
 */
export const keyTail = (key: string): string => `right(${key}, 7)`;

/** Is the column one of the keys in an array? Found in an index of its tail. */
export const hasKey = (column: string, keys: string): string =>
  `${keyTail(column)} = any(array(select ${keyTail('k.key')} from unnest(${keys}) as k (key))) and ${column} = any(${keys})`;
