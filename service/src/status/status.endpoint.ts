// C80.
import { compute } from '../book/endpoint.ts';
import { Type } from '../wire/schema.ts';
import { writtenOnce } from '../wire/validate.ts';

const statusAnswer = writtenOnce({ status: 'ok' });

export const getStatus = compute({
  id: 'getStatus',
  method: 'GET',
  path: '/api/v3/status',
  tag: 'Common',
  summary: 'Is the service up?',
  about: 'Not part of the specification; plug-ins ask it.',
  scope: [],
  example: { answer: { status: 'ok' } },
  answer: Type.Object({ status: Type.String() }, { title: 'Status' }),
  compute: () => statusAnswer,
});
