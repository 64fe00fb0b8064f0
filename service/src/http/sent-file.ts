// A file as the answer of an operation: a type, a name to save it under, and its bytes, whole or as they come.
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export class SentFile {
  readonly media: string;
  readonly name: string;
  readonly content: string | Buffer | Readable;
  constructor(media: string, name: string, content: string | Buffer | Readable) {
    this.media = media;
    this.name = name;
    this.content = content;
  }
}

/** What a bank or a spreadsheet takes is saved, never shown by a browser as a page. */
export function sendFile(reply: FastifyReply, { media, name, content }: SentFile): FastifyReply {
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${name.replace(/[^A-Za-z0-9._-]/g, '-')}"`)
    .header('x-content-type-options', 'nosniff')
    .type(/^text\/|xml/.test(media) ? `${media}; charset=utf-8` : media)
    .send(content);
}
