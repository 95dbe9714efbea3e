import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { ObjectSchema } from '@sluice/api-contract';

/** Returns the first problem of a value as a sentence that begins with the name of the field; `undefined` if it is valid. */
export type Validator = (value: unknown) => string | undefined;

type Kind = 'query' | 'body';

const compilers = new Map<Kind, Promise<Ajv>>();
const compiled = new WeakMap<ObjectSchema, Promise<ValidateFunction>>();

/**
 * Returns the validator of a schema. It fills in defaults, and converts the strings of a query to numbers and booleans. Ajv is
 * loaded, and the schema compiled, on first use, so that an idle process holds neither in memory.
 */
export async function validatorFor(schema: ObjectSchema, kind: Kind): Promise<Validator> {
  const known = compiled.get(schema) ?? compile(schema, kind);
  compiled.set(schema, known);
  const validate = await known;
  return (value) => {
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return error === undefined ? 'The value is invalid.' : describeProblem(error);
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
    // A test validates all schemas.
    validateSchema: false,
    // Some keywords are only for the documentation.
    strictSchema: false,
    validateFormats: false,
  });
}

function describeProblem({ instancePath, keyword, params, message = 'is invalid' }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll('/', '.');
  const within = field === '' ? '' : `${field}.`;
  const { missingProperty, additionalProperty, allowedValues, type, limit } = params as Readonly<
    Record<string, unknown>
  >;
  switch (keyword) {
    case 'required':
      return `${within}${String(missingProperty)} is required.`;
    case 'additionalProperties':
      return `Unknown field ${within}${String(additionalProperty)}.`;
    case 'enum':
      return `${field} must be one of ${(allowedValues as readonly unknown[]).join(', ')}.`;
    case 'type':
      return `${field === '' ? 'The value' : field} must be of type ${[type].flat().join(' or ')}.`;
    default:
      return `${field === '' ? 'The value' : field} ${keyword === 'minLength' && limit === 1 ? 'must not be empty' : message}.`;
  }
}
