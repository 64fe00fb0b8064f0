// An answer is the JSON of its value, whether its parts are shared with other answers or not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerWriter, writtenOnce } from '../../src/wire/validate.ts';

const write = answerWriter({});
const part = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));

it('is the same text, with parts that are written once and without', () => {
  const answers = fc.record({
    shared: part,
    list: fc.array(part, { minLength: 1, maxLength: 3 }),
    absent: fc.constant(undefined),
    own: fc.jsonValue({ maxDepth: 2 }),
  });
  fc.assert(
    fc.property(answers, fc.boolean(), fc.boolean(), (answer, sharesMember, sharesList) => {
      const plain = JSON.stringify(answer);
      if (sharesMember) writtenOnce(answer.shared);
      if (sharesList) answer.list.forEach(writtenOnce);
      expect(write(answer)).toBe(plain);
      // From now on by the texts that are kept.
      expect(write({ ...answer })).toBe(plain);
    }),
  );
});

it('does not write what is shared again', () => {
  const shared = writtenOnce({ title: 'Invoice' });
  expect(write({ methods: [shared] })).toBe('{"methods":[{"title":"Invoice"}]}');
  shared.title = 'another';
  expect(write({ methods: [shared, { title: 'own' }] })).toBe('{"methods":[{"title":"Invoice"},{"title":"own"}]}');
});
