import type { AccountOperation, AccountReply, Reply, ServedOperation } from '@sluice/management';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../openapi/openApiDocument.js';
import { successStatus } from '../openapi/responsesOf.js';
import { documentedAccountOperations, documentedOperations as operations } from './documentedOperations.js';

type AnyOperation = ServedOperation | AccountOperation;
type AnyReply = Reply<unknown> | AccountReply<unknown>;

/** A time as `Date.toISOString` prints it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns a function that throws if a response differs from its schema in the served OpenAPI document. */
export function createAnswerChecker(): (operation: AnyOperation, reply: AnyReply) => void {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    formats: { 'date-time': TIME, date: /^\d{4}-\d\d-\d\d$/ },
  });
  ajv.addSchema(openApiDocument(operations, documentedAccountOperations), 'api');
  const known = new Map<AnyOperation, ValidateFunction>();
  return (operation, reply) => {
    if ('isRedirect' in operation && operation.isRedirect) return;
    const status = successStatus(operation);
    const name = `${operation.method} ${operation.address}`;
    if ((reply.status ?? 200) !== status) throw new Error(`${name} answered ${reply.status ?? 200}, not ${status}`);
    if (operation.response === undefined) return;
    const validate = known.get(operation) ?? ajv.compile({ $ref: pointerTo(operation, status) });
    known.set(operation, validate);
    // In its serialized form: dates are text, and undefined members are absent.
    const sent: unknown = JSON.parse(JSON.stringify(reply.body));
    if (!validate(sent)) throw new Error(`${name} answered something else: ${ajv.errorsText(validate.errors)}`);
  };
}

function pointerTo({ address, method }: AnyOperation, status: number): string {
  const steps = ['paths', address, method, 'responses', String(status), 'content', 'application/json', 'schema'];
  return `api#/${steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}
