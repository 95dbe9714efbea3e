import { type Schema, id, listOf, named, object, text } from '@sluice/api-contract';
import type { DocumentedOperation } from '@sluice/management';

const errorSchema = named(
  'Error',
  object({
    success: { const: false },
    error: object(
      {
        code: { ...text(), description: 'Stable code for programs.' },
        message: { ...text(), description: 'Message for people.' },
        ids: { ...listOf(id), description: 'For `ambiguous_id`: the first ten ids that start with the given text.' },
      },
      ['ids'],
    ),
  }),
);

/** Descriptions of error responses by status. */
const ERROR_DESCRIPTIONS = {
  400: 'A parameter is unknown, repeated, empty or invalid; or the cursor, JSON or form data cannot be parsed.',
  401: 'No valid session or access token; or the credentials are wrong.',
  403: 'The role or the scopes lack the permission, or the plan lacks the feature.',
  404: 'Not found, or it belongs to another organization.',
  409: 'The state of the object does not allow the change; or several ids start with the given text (`ambiguous_id`).',
  412: 'The object has changed: `If-Match` names another version.',
  413: 'The body is too large.',
  415: 'The body has an undocumented media type or is compressed.',
  422: 'A field or part of the body is invalid; the message names it. Or the organization has the most of what is added (`limit_reached`).',
  429: 'Too many invalid tokens came from this address, or too many attempts to sign in failed (`too_many_failures`), or too many response bytes of this token are unread (`unread_responses`), or the organization reached a limit for now (`too_many`, `too_many_requested`). `Retry-After` gives the wait in seconds.',
  503: 'The database is unavailable or takes no writes (`unavailable`), too many requests run at once (`busy`), or the query would take too long (`too_slow`).',
} as const;

type ErrorStatus = keyof typeof ERROR_DESCRIPTIONS;

const nameOf = (status: ErrorStatus): string => `Error${status}`;

/** `components.responses`: every error response once. */
export const ERROR_RESPONSES: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(ERROR_DESCRIPTIONS).map(([status, description]) => [
    `Error${status}`,
    { description, content: { 'application/json': { schema: errorSchema } } },
  ]),
);

const ALWAYS = [400, 401, 403, 404, 429, 503] as const;
const WITH_BODY = [413, 415, 422] as const;

/** The parts of an operation that decide about its responses. */
type Responding = Omit<DocumentedOperation, 'permission' | 'scope'> & { readonly isRedirect?: boolean };

/** Returns the responses of an operation by status: its success and every error that it can return. */
export function responsesOf(operation: Responding): Readonly<Record<string, unknown>> {
  const { body, ids, ifMatch } = operation;
  const refusals: readonly ErrorStatus[] = [
    ...ALWAYS,
    ...(body === undefined && ids === undefined ? [] : ([409] as const)),
    ...(body === undefined ? [] : WITH_BODY),
    ...(ifMatch === undefined ? [] : ([412] as const)),
  ];
  return {
    ...successOf(operation),
    ...Object.fromEntries(refusals.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }])),
  };
}

/** Returns the documented status of a success. */
export const successStatus = ({
  response: answer,
  createdStatus: created,
}: Pick<Responding, 'response' | 'createdStatus'>): 200 | 201 | 204 => (answer === undefined ? 204 : (created ?? 200));

function successOf(operation: Responding): Readonly<Record<string, unknown>> {
  const { response: answer, method, summary, mayExist, isEventStream, isRedirect } = operation;
  if (isRedirect === true) return { 302: { description: 'Redirects the browser.' } };
  const status = successStatus(operation);
  if (answer === undefined) return { [status]: { description: 'Done.' } };
  if (isEventStream === true)
    return { [status]: { description: summary, content: { 'text/event-stream': { schema: answer } } } };
  const own = { description: summary, content: { 'application/json': { schema: answer } } };
  return method === 'get'
    ? { [status]: own, 304: { description: 'Not modified: `If-None-Match` names the current version.' } }
    : { [status]: own, ...(mayExist === true ? { 200: { ...own, description: 'It already existed.' } } : {}) };
}
