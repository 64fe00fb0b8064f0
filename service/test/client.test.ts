// A client's types made from openapi.json compile against the document's own examples: what is sent and what is answered.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { astToString, default as openapiTS } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../src/endpoints.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { operations } from '../src/operations.ts';
import { document, documented } from './support/document.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dps-client-'));
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}
interface Content {
  readonly 'application/json'?: { readonly examples?: Readonly<Record<string, Example>> };
}
const components = document.components as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
/** What a reference stands for, or the thing itself. */
function resolved<Thing>(thing: Thing & { readonly $ref?: string }): Thing {
  const [, , group = '', name = ''] = thing.$ref?.split('/') ?? [];
  return thing.$ref === undefined ? thing : (components[group]?.[name] as Thing);
}
const valuesOf = (content: Content | undefined): unknown[] =>
  Object.values(content?.['application/json']?.examples ?? {}).map((each) => resolved<Example>(each).value);

/** One line for each example: a constant of the type that the client has for it. */
function program(): string {
  const lines = documented.flatMap(({ operationId, requestBody, responses }) => {
    const type = `operations['${operationId}']`;
    const bodies = valuesOf(requestBody?.content as Content | undefined).map(
      (value) => `const _: NonNullable<${type}['requestBody']>['content']['application/json'] = ${JSON.stringify(value)};`,
    );
    const answers = Object.entries(responses).flatMap(([status, response]) =>
      valuesOf(resolved<{ readonly content?: Content }>(response).content).map(
        (value) => `const _: ${type}['responses'][${status}]['content']['application/json'] = ${JSON.stringify(value)};`,
      ),
    );
    return [...bodies, ...answers];
  });
  const numbered = lines.map((line, index) => line.replace('const _', `export const example${index}`));
  return [`import type { operations } from './client.ts';`, ...numbered].join('\n');
}

function faultsOf(text: string): string[] {
  const file = join(folder, 'examples.ts');
  writeFileSync(file, text);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    types: [],
  };
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
  return found.map((each) => {
    const line = each.file && each.start !== undefined ? each.file.text.slice(each.start, each.start + 120) : '';
    return `${line}: ${ts.flattenDiagnosticMessageText(each.messageText, ' ')}`;
  });
}

test('what a client sends and is answered has the types made from the document', async () => {
  const made = openApiDocument(endpoints, operations);
  writeFileSync(join(folder, 'client.ts'), astToString(await openapiTS(JSON.parse(JSON.stringify(made)) as never)));
  const text = program();
  expect(text.split('\n').length).toBeGreaterThan(1000);
  expect(faultsOf(text).slice(0, 10)).toEqual([]);
  // The types do tell: a word that is none, and a number that is text.
  expect(faultsOf(text.replace('"outcome":"Accepted"', '"outcome":"Granted"'))).not.toEqual([]);
  expect(faultsOf(text.replace('"totalCapturedAmount":', '"totalCapturedAmount":"much","_":'))).not.toEqual([]);
});
