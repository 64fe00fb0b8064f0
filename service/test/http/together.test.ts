// Answers that leave together at the end of a turn.
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { answerTogether } from '../../src/http/together.ts';

function appOfAnswers(): FastifyInstance {
  const app = fastify({ logger: false });
  answerTogether(app);
  app.get('/well', (_request, reply) => {
    reply.send('well');
  });
  app.get('/broken', (_request, reply) => {
    reply.header('x-broken', 'one\ntwo').send('never');
  });
  app.get('/stream', (_request, reply) => {
    const failing = new Readable({
      read() {
        this.destroy(new Error('gone'));
      },
    });
    failing.read();
    reply.send(failing);
  });
  app.setErrorHandler((_error, _request, reply) => reply.removeHeader('x-broken').code(500).send('fault'));
  return app;
}

describe('answers that leave together', () => {
  const app = appOfAnswers();
  afterAll(() => app.close());

  it('do not take others with them where one cannot be written', async () => {
    const answers = await Promise.all(['/well', '/broken', '/well'].map((url) => app.inject({ url })));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, 'well'],
      [500, 'fault'],
      [200, 'well'],
    ]);
  });

  it('leave a stream that fails at once to who sent it', async () => {
    await expect(app.inject({ url: '/stream' }).then(({ statusCode }) => statusCode)).resolves.toBe(500);
    expect((await app.inject({ url: '/well' })).body).toBe('well');
  });
});
