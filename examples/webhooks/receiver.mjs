// A receiver of webhooks, complete: verifies, keeps what it saw, and takes events in any order and more than once.
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
/** Keep these two in your database, in the transaction of what an event does. */
const seen = new Set();
const versions = new Map();

function take({ type, data }) {
  const { resource, sequence } = data;
  if (!resource) return;
  const key = `${resource.type} ${resource.number}`;
  // An older event that comes late: what it would change was changed further already.
  if ((versions.get(key) ?? 0) >= resource.version) return;
  versions.set(key, resource.version);
  console.log(sequence ?? 'test', type, key, `version ${resource.version}`, data.order?.state ?? '');
}

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  let event;
  try {
    // Of the bytes as they came: parsed and written again they would be others.
    event = webhook.verify(Buffer.concat(parts).toString('utf8'), request.headers);
  } catch {
    response.writeHead(401).end();
    return;
  }
  const id = request.headers['webhook-id'];
  if (!seen.has(id)) {
    take(event);
    seen.add(id);
  }
  response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => console.log('listening'));
