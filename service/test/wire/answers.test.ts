// An answer is the JSON of its value, whether its parts are shared with other answers or not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endpoints } from '../../src/endpoints.ts';
import { operations } from '../../src/operations.ts';
import { answerWriter, bodyReader, writtenOnce } from '../../src/wire/validate.ts';

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
    fc.property(answers, fc.boolean(), fc.boolean(), fc.boolean(), (answer, sharesMember, sharesElements, sharesList) => {
      const plain = JSON.stringify(answer);
      if (sharesMember) writtenOnce(answer.shared);
      if (sharesElements) answer.list.forEach(writtenOnce);
      if (sharesList) writtenOnce(answer.list);
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
  const list = writtenOnce([shared, { title: 'own' }]);
  expect(write({ id: 1, methods: list })).toBe('{"id":1,"methods":[{"title":"Invoice"},{"title":"own"}]}');
  list.pop();
  expect(write({ id: 2, methods: list })).toBe('{"id":2,"methods":[{"title":"Invoice"},{"title":"own"}]}');
});

it('checks what is shared once, and all else of each answer', () => {
  const form = {
    type: 'object',
    properties: { methods: { type: 'array', items: { required: ['title'] } }, id: { type: 'string' } },
  };
  const checked = answerWriter(form);
  expect(() => checked({ methods: [writtenOnce({ tag: 'no title' })] })).toThrow('an answer of the wrong form');
  const shared = writtenOnce({ title: 'Invoice' });
  expect(checked({ id: '1', methods: [shared] })).toBe('{"id":"1","methods":[{"title":"Invoice"}]}');
  expect(() => checked({ id: 2, methods: [shared] })).toThrow('/id type');
  expect(() => checked({ id: '3', methods: [shared, { tag: 'no title' }] })).toThrow('an answer of the wrong form');
  const list = writtenOnce([{ title: 'own' }]);
  expect(checked({ id: '4', methods: list })).toBe('{"id":"4","methods":[{"title":"own"}]}');
  expect(() => checked({ id: 5, methods: list })).toThrow('/id type');
  expect(() => checked({ id: '6', methods: writtenOnce([shared, { tag: 'no title' }]) })).toThrow('an answer of the wrong form');
});

it('does not keep the text of a list of the wrong form', () => {
  const checked = answerWriter({ type: 'object', properties: { methods: { type: 'array', items: { required: ['title'] } } } });
  const wrong = writtenOnce([{ tag: 'no title' }]);
  for (let times = 0; times < 2; times += 1) expect(() => checked({ methods: wrong })).toThrow('an answer of the wrong form');
});

// They are compiled when they are first needed, so a start says nothing of them.
it.each([...endpoints, ...operations].map((served) => [served.id, served] as const))(
  'of %s has a schema that compiles',
  (_id, served) => {
    expect(() => answerWriter(served.answer)(Symbol.iterator)).toThrow(/^an answer of the wrong form: /);
    if ('body' in served && served.body) expect(bodyReader(served.body)({}).value).toBeDefined();
  },
);
