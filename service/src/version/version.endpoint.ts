// GET /version and GET /status (C80).

import { compute } from '../book/endpoint.ts';
import { version } from '../core/version.ts';
import { Type } from '../wire/schema.ts';
import { writtenOnce } from '../wire/validate.ts';

const versionAnswer = writtenOnce({ version });
const statusAnswer = writtenOnce({ status: 'ok' });

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
