import { type DocumentedOperation, type Schema, id, listOf, named, object, text } from '@sluice/management';

const errorSchema = named(
  'Error',
  object({
    success: { const: false },
    error: object(
      {
        code: { ...text(), description: 'Stable, for programs.' },
        message: { ...text(), description: 'One sentence, for people.' },
        ids: { ...listOf(id), description: 'Of `ambiguous_id`: the first ten ids that start with the given text.' },
      },
      ['ids'],
    ),
  }),
);

/** What each refusal means, by status. */
const MEANINGS = {
  400: 'A parameter is unknown, repeated, empty or wrong; or the cursor, the JSON or the form cannot be read.',
  401: 'No valid access token.',
  403: 'The token lacks the scope, or the plan what is asked for.',
  404: 'Not there, or not yours.',
  409: 'The state that it is in does not allow it; or an id is the beginning of several (`ambiguous_id`).',
  412: 'It was changed since: `If-Match` names another version.',
  413: 'The body is too large.',
  415: 'The body is of none of the documented types, or compressed.',
  422: 'A field or part of the body is wrong; the message names it.',
  429: 'Too many invalid tokens came from this address (`too_many_failures`), or too many bytes of responses to this token were not read (`unread_responses`); `Retry-After` says for how long to wait.',
  503: 'The database is unavailable or takes no writes (`unavailable`), too many requests run at once (`busy`), or the query would take too long (`too_slow`).',
} as const;

type ErrorStatus = keyof typeof MEANINGS;

const nameOf = (status: ErrorStatus): string => `Error${status}`;

/** `components.responses`: every refusal once. */
export const ERROR_RESPONSES: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(MEANINGS).map(([status, description]) => [
    `Error${status}`,
    { description, content: { 'application/json': { schema: errorSchema } } },
  ]),
);

const ALWAYS = [400, 401, 403, 404, 429, 503] as const;
const WITH_BODY = [413, 415, 422] as const;

/** The answers of an operation by status: its own, and every refusal that it can meet. */
export function responsesOf(operation: DocumentedOperation): Readonly<Record<string, unknown>> {
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

/** The status of a success, as it is documented. */
export const successStatus = ({ response: answer, createdStatus: created }: DocumentedOperation): 200 | 201 | 204 =>
  answer === undefined ? 204 : (created ?? 200);

function successOf(operation: DocumentedOperation): Readonly<Record<string, unknown>> {
  const { response: answer, method, summary, mayExist } = operation;
  const status = successStatus(operation);
  if (answer === undefined) return { [status]: { description: 'Done.' } };
  const own = { description: summary, content: { 'application/json': { schema: answer } } };
  return method === 'get'
    ? { [status]: own, 304: { description: 'Not changed since `If-None-Match`.' } }
    : { [status]: own, ...(mayExist === true ? { 200: { ...own, description: 'It was there already.' } } : {}) };
}
