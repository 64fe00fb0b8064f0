// What an order is found by: the words of a name, an e-mail and telephones, in the one form in which they are stored beside it.
// PostgreSQL makes the same of rows without them and of profiles (orders/search.sql.ts), so both follow these two rows and pairs.

import type { Json } from './json.ts';
import { remembering } from './remembering.ts';

/**
 * Letters and what each counts as: one for one; what parts words counts as a blank. The last of them have no counterpart and count
 * as nothing: accents that are characters of their own.
 */
export const foldedFrom =
  'ÀÁÂÃÄÅĀĂĄÆàáâãäåāăąæÇĆČçćčÈÉÊËĒĘĚèéêëēęěÌÍÎÏĪìíîïīıÒÓÔÕÖØŌŐœŒòóôõöøōőÙÚÛÜŪŮŰùúûüūůűÝŸýÿÑŃŇñńňŠŚŞȘšśşșßŽŹŻžźżŁłĐđÐðÞþŘřŤťȚțĎďĞğ-.,:/&()+’\'´`"_' +
  'ĈĉĊċĔĕĖėĜĝĠġĢģĤĥĦħĨĩĬĭĮįİĴĵĶķĸĹĺĻļĽľŅņŊŋŎŏŔŕŖŗŜŝŢţŦŧŨũŬŭŲųŴŵŶŷƠơƯưẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹẞΣς' +
  '\u0009\u00a0\u2009\u202f\u2010\u2011–—‘“”„·' +
  '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u031b\u0323\u0326\u0327\u0328';
export const foldedTo =
  'AAAAAAAAAAaaaaaaaaaaCCCcccEEEEEEEeeeeeeeIIIIIiiiiiiOOOOOOOOoOooooooooUUUUUUUuuuuuuuYYyyNNNnnnSSSSsssssZZZzzzLlDdDdTtRrTtTtDdGg               ' +
  'CcCcEeEeGgGgGgHhHhIiIiIiIJjKkkLlLlLlNnNnOoRrRrSsTtTtUuUuUuWwYyOoUuAaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYySσσ' +
  '             ';
/** Ways to write a letter where the keyboard lacks it, in their order: Mueller, Muller and Müller are one. */
export const foldedPairs = ['ae', 'oe', 'ue', 'aa', 'ss'] as const;

const letters = new Map(Array.from(foldedFrom, (letter, index) => [letter, foldedTo.charAt(index)]));

/** The words of a name, without repetition. The same names come in many orders. */
export const nameWords = remembering(4096, (name): readonly string[] => distinct(folded(name).split(' ')));

const distinct = (words: readonly string[]): string[] =>
  words.filter((word, place) => word !== '' && words.indexOf(word) === place);

function folded(name: string): string {
  let text = '';
  // Most have none of these letters.
  if (/^[A-Za-z0-9 ]*$/.test(name)) text = name.toLowerCase();
  else {
    for (const letter of name.normalize('NFC')) text += letters.get(letter) ?? letter;
    text = text.toLowerCase();
  }
  for (const pair of foldedPairs) text = text.replaceAll(pair, pair.charAt(0));
  return text;
}

export const emailWord = (email: string): string => email.trim().toLowerCase();

const tailDigits = 8;
const leastDigits = 6;

/** A telephone number with or without its country: the last digits are the subscriber's. Nothing for what is too short to be one. */
export function phoneWord(phone: string): string | undefined {
  const digits = phone.replace(/[^0-9]/g, '');
  return digits.length < leastDigits ? undefined : `+${digits.slice(-tailDigits)}`;
}

/** All words of whom an order names, with a blank between them. */
export function wordsOf(customer: Json): string {
  const said = (customer ?? {}) as Readonly<Record<string, unknown>>;
  const text = (member: string): string => {
    const value = said[member];
    return typeof value === 'string' ? value : '';
  };
  const words = [
    ...nameWords(text('firstName')),
    ...nameWords(text('lastName')),
    ...nameWords(text('companyName')),
    ...emailWord(text('email')).split(' '),
    phoneWord(text('phone')) ?? '',
    phoneWord(text('mobilePhone')) ?? '',
  ];
  return distinct(words).join(' ');
}
