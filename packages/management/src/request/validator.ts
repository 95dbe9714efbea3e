import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { ObjectSchema } from '../route.js';

/** What is wrong with a value: one sentence that begins with the field's name; `undefined` where nothing is. */
export type Check = (value: unknown) => string | undefined;

type Kind = 'query' | 'body';

const compilers = new Map<Kind, Promise<Ajv>>();
const compiled = new WeakMap<ObjectSchema, Promise<ValidateFunction>>();

/**
 * Checks a value by its schema and fills in the defaults; the texts of a query become the numbers and flags that its
 * schema wants. The compiler is loaded, and a schema compiled, when it is first needed: an idle process holds neither.
 */
export async function checkerOf(schema: ObjectSchema, kind: Kind): Promise<Check> {
  const known = compiled.get(schema) ?? compile(schema, kind);
  compiled.set(schema, known);
  const validate = await known;
  return (value) => {
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return error === undefined ? 'The value is wrong.' : explain(error);
  };
}

async function compile(schema: ObjectSchema, kind: Kind): Promise<ValidateFunction> {
  const compiler = compilers.get(kind) ?? load(kind);
  compilers.set(kind, compiler);
  return (await compiler).compile(schema);
}

async function load(kind: Kind): Promise<Ajv> {
  const { Ajv } = await import('ajv');
  return new Ajv({
    coerceTypes: kind === 'query',
    useDefaults: true,
    strictTypes: false,
    // The schemas are our own, and a test compiles every one of them with this on.
    validateSchema: false,
    // Names of others' schemas are for the documentation.
    strictSchema: false,
    validateFormats: false,
  });
}

function explain({ instancePath, keyword, params, message = 'is wrong' }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll('/', '.');
  const within = field === '' ? '' : `${field}.`;
  const { missingProperty, additionalProperty, allowedValues, type } = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'required':
      return `${within}${String(missingProperty)} is needed.`;
    case 'additionalProperties':
      return `There is no ${within}${String(additionalProperty)}.`;
    case 'enum':
      return `${field} must be one of ${(allowedValues as readonly unknown[]).join(', ')}.`;
    case 'type':
      return `${field === '' ? 'The value' : field} must be of the type ${[type].flat().join(' or ')}.`;
    default:
      return `${field === '' ? 'The value' : field} ${message}.`;
  }
}
