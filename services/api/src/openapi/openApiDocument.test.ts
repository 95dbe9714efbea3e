import { describe, expect, test } from '@jest/globals';
import { rolesFor, scopesFor } from '@sluice/contract';
import type { ObjectSchema, Schema } from '@sluice/api-contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { documentedOperations as operations } from '../testing/documentedOperations.js';
import { collectNamedSchemas } from './collectNamedSchemas.js';
import { openApiDocument } from './openApiDocument.js';

const document = JSON.parse(JSON.stringify(openApiDocument(operations))) as Document;
const documented = operations.map((operation) => {
  const name = `${operation.method.toUpperCase()} ${operation.address}`;
  return [name, operation, document.paths[operation.address]?.[operation.method] as Documented] as const;
});

/** For schemas that refer to no other: a new one takes longer than all that it checks. */
const alone = strict();

describe('the OpenAPI document', () => {
  test('has the version of Sluice', () => {
    const { info } = openApiDocument(operations) as { readonly info: { readonly version: string } };
    expect(info.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('every operation has a unique id', () => {
    const ids = documented.map(([, , { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  test('every request needs a token or a session', () => {
    expect(document.security).toEqual([{ token: [] }, { session: [] }]);
    expect(document.components.securitySchemes['token']?.scheme).toBe('bearer');
  });

  test('every reference leads somewhere', () => {
    const refs = [...within(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(refs.length).toBeGreaterThan(0);
    expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([]);
  });

  test('every schema is one of 2020-12, without a word that means nothing', () => {
    const ajv = strict();
    const root = { $id: 'x', ...(document as unknown as Schema) };
    // Only what lies below `components` and `paths` is a schema: the words of the document itself mean nothing to it.
    for (const word of Object.keys(document)) ajv.addKeyword(word);
    ajv.addSchema(root, 'x', false, false);
    for (const name of Object.keys(document.components.schemas)) {
      expect(ajv.validateSchema(document.components.schemas[name] ?? {})).toBe(true);
      ajv.compile({ $ref: `x#/components/schemas/${name}` });
    }
  });

  test.each(documented)('%s: path and query are described as they are', (_name, { address, query }, { parameters }) => {
    const named = (where: string): string[] => parameters.filter((one) => one.in === where).map(({ name }) => name);
    expect(named('path')).toEqual([...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(named('query')).toEqual(Object.keys(query?.properties ?? {}));
    for (const { schema } of parameters) expect(alone.validateSchema(schema)).toBe(true);
  });

  test.each(documented)(
    '%s: its answers are documented, refusals too',
    (_name, operation, { responses, description }) => {
      const success = operation.response === undefined ? '204' : String(operation.createdStatus ?? 200);
      const body = operation.body === undefined ? [] : ['409', '413', '415', '422'];
      for (const status of [success, '400', '401', '403', '404', '503', ...body])
        expect(responses).toHaveProperty(status);
      for (const needed of [...scopesFor(operation.permission), rolesFor(operation.permission)[0]]) {
        expect(description).toContain(needed);
      }
    },
  );

  test.each(documented)(
    '%s: what a request is checked by compiles, and knows every field that it needs',
    (_name, { query, body, bodyTypes = [] }) => {
      for (const schema of [query, body].filter((one): one is ObjectSchema => one !== undefined)) {
        alone.compile(schema);
        expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining([...(schema.required ?? [])]));
      }
      expect(query?.additionalProperties ?? false).toBe(false);
      // Unknown parts of forms are ignored (protocol 4.2).
      expect(body?.additionalProperties ?? false).toBe(bodyTypes.includes('multipart/form-data'));
    },
  );

  test('every example is one', () => {
    const ajv = strict();
    ajv.addSchema({ $id: 'x', ...(document as unknown as Schema) }, 'x', false, false);
    for (const { examples, ...schema } of within(document)) {
      if (!Array.isArray(examples)) continue;
      for (const example of examples) expect([schema, ajv.validate(schema, example)]).toEqual([schema, true]);
    }
  });
});

describe('named schemas', () => {
  test('are defined once and referenced; a name has one schema', () => {
    const named = collectNamedSchemas();
    const thing = { title: 'Thing', type: 'object', properties: { title: { type: 'string' } } };
    expect(named.lift({ a: thing, b: [thing] })).toEqual({
      a: { $ref: '#/components/schemas/Thing' },
      b: [{ $ref: '#/components/schemas/Thing' }],
    });
    expect(named.schemas()).toEqual({ Thing: thing });
    expect(() => named.lift({ ...thing, type: 'array' })).toThrow('the name Thing stands for two schemas');
  });
});

/** Every object and list below a value. */
function* within(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const part of Object.values(value)) yield* within(part);
}

/** The target of a reference; `undefined` if there is none. */
function resolve(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);
}

function strict(): Ajv2020 {
  return new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    formats: { 'date-time': true, date: true },
  });
}

interface Documented {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly security: unknown;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, { readonly scheme: string }>>;
  };
}
