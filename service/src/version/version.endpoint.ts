import { compute } from '../book/endpoint.ts';
import { version } from '../core/version.ts';
import { Type } from '../wire/schema.ts';
import { writtenOnce } from '../wire/validate.ts';

const versionAnswer = writtenOnce({ version });

export const getVersion = compute({
  id: 'getVersion',
  method: 'GET',
  path: '/api/v3/version',
  tag: 'Common',
  summary: 'Version of the service',
  scope: [],
  example: { answer: { version } },
  answer: Type.Object({ version: Type.String() }, { title: 'Version' }),
  compute: () => versionAnswer,
});
