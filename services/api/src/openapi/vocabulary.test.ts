import { describe, expect, test } from '@jest/globals';
import type { Schema } from '@sluice/api-contract';
import { sourceMapServiceOperations, readQuery, type DocumentedOperation } from '@sluice/management';
import { documentedOperations } from '../testing/documentedOperations.js';
import { openApiDocument } from './openApiDocument.js';

const operations: readonly DocumentedOperation[] = [...documentedOperations, ...sourceMapServiceOperations];
const document = openApiDocument(operations);

/** Form fields of protocol 2.6, accepted beside the camelCase ones. */
const SPECIFIED_INPUTS = ['deployed_at'];

/** Names that the API does not use: one thing has one name on the wire, in responses and parameters. */
const SYNONYMS = ['startedAt', 'endedAt', 'started', 'ended', 'start', 'end', 'durationMs', 'timestampMs', 'userKey'];

describe('one vocabulary', () => {
  test('every field of an answer and every parameter is camelCase; a body also accepts the form fields of protocol 2.6', () => {
    const { requestBodies, others } = split(document);
    const parameters = operations.flatMap(({ query }) => Object.keys(query?.properties ?? {}));
    const names = [...others, ...parameters];
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(requestBodies.filter((name) => name.includes('_') && !SPECIFIED_INPUTS.includes(name))).toEqual([]);
    for (const name of SPECIFIED_INPUTS) {
      expect(requestBodies).toContain(name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()));
    }
  });

  test('no field has another name than the wire gives it', () => {
    const { requestBodies, others } = split(document);
    expect([...requestBodies, ...others].filter((name) => SYNONYMS.includes(name))).toEqual([]);
  });

  test('no closed set of words has the word `warn`, unless `warning` is there and it is input', () => {
    for (const { response: answer } of operations) {
      expect([...within(answer)].filter(({ enum: words }) => Array.isArray(words) && words.includes('warn'))).toEqual(
        [],
      );
    }
  });
});

/** Field names of bodies, and of everything else in the document. */
function split(whole: Schema): { readonly requestBodies: readonly string[]; readonly others: readonly string[] } {
  const bodies = [...within(whole)].flatMap(({ requestBody }) => (requestBody === undefined ? [] : [requestBody]));
  const others = JSON.parse(
    JSON.stringify(whole, (key, value: unknown) => (key === 'requestBody' ? null : value)),
  ) as unknown;
  return { requestBodies: bodies.flatMap(fieldsOf), others: fieldsOf(others) };
}

/** Parameters whose values are data: everything else is a number, a flag or one of a closed set of words. */
const FREE = new Set(
  'cursor from to environment release query type user trace replay eventId debugId name op metric url session month filename assignee tag attributes levels rootName userId project firstRelease after value kinds ruleId destinationId subject zone'.split(
    ' ',
  ),
);

const parameters = operations.flatMap(({ method, address, query }) =>
  Object.entries(query?.properties ?? {}).map(
    ([name, schema]) => [`${method.toUpperCase()} ${address} ${name}`, name, schema, query] as const,
  ),
);

describe('a value outside a closed set', () => {
  const closed = parameters.filter(([, , schema]) => schema['enum'] !== undefined);

  test.each(closed)('%s: is refused with 400 and the allowed values', async (_name, name, schema, query) => {
    await expect(readQuery(`${name}=eror`, query)).rejects.toMatchObject({
      status: 400,
      code: 'bad_query',
      message: expect.stringContaining(`${name} must be one of ${(schema['enum'] as string[]).join(', ')}.`) as unknown,
    });
  });

  test('is not overlooked: a text parameter has a closed set, or is known to be data', () => {
    const open = parameters.filter(([, name, schema]) => schema['enum'] === undefined && !FREE.has(name));
    expect(open.filter(([, , { type }]) => type === 'string').map(([where]) => where)).toEqual([]);
  });

  test.each(['level=warn', 'level=warning'])('%s is accepted wherever there are levels', async (search) => {
    const levels = closed.filter(([, name]) => name === 'level');
    expect(levels.length).toBeGreaterThanOrEqual(4);
    for (const [, , , query] of levels) expect(await readQuery(search, query)).toHaveProperty('level');
  });
});

/** Every object below a value. */
function* within(value: unknown): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Schema;
  for (const part of Object.values(value)) yield* within(part);
}

function fieldsOf(value: unknown): readonly string[] {
  return [...within(value)].flatMap(({ properties }) =>
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [],
  );
}
