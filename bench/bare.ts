// A bare Fastify with one route, in a process of its own: the most that a request over HTTP could be answered with. It gets the
// route's bytes as a message, answers with its address, and ends with its parent.
import fastify from 'fastify';

export interface BareRoute {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

process.once('message', ({ path, type, body }: BareRoute) => {
  const app = fastify();
  app.get(path, (_request, reply) => reply.type(type).send(body));
  void app.listen({ host: '127.0.0.1', port: 0 }).then((url) => process.send?.(url));
});
process.once('disconnect', () => process.exit());
