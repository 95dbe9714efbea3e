import { UploadError } from '../uploadError.js';
import type { UploadTarget } from '../uploadTarget.js';
import type { Attempt } from './attempt.js';

/** Longest piece of a service's own sentence that is repeated. */
const MAX_SAID = 500;
/** Codes of a network where nobody took the connection. */
const NOBODY = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** A failed attempt as sentences that say what to do. The token is never part of them. @param attempts how many were made */
export function explainAttempt(target: UploadTarget, made: Attempt, attempts: number): UploadError {
  const { code, message, status } =
    made.kind === 'answer' ? explainAnswer(target, made) : explainSilence(target, made, attempts);
  return new UploadError(code, message, status);
}

/** One line about a 429 that is waited out. */
export function explainWait(
  { url, token }: UploadTarget,
  { status, body }: Extract<Attempt, { kind: 'answer' }>,
  { waitMs, patienceMs }: { readonly waitMs: number; readonly patienceMs: number },
): string {
  const seconds = (ms: number): string => `${Math.max(1, Math.floor(ms / 1_000))} s`;
  return `${busy(url, status, errorIn(body, token).message)}: it asks to wait ${seconds(waitMs)}. Trying again for up to ${seconds(patienceMs)}.`;
}

const busy = (url: string, status: number, message: string | undefined): string =>
  `${url} is busy (${status}${message === undefined ? '' : `: ${message}`})`;

type Explained = Pick<UploadError, 'code' | 'message'> & { readonly status?: number };

function explainSilence(
  { url, token }: UploadTarget,
  made: Exclude<Attempt, { kind: 'answer' }>,
  attempts: number,
): Explained {
  if (made.kind === 'stopped') return { code: 'stopped', message: 'The request was interrupted.' };
  if (made.timedOutMs !== undefined) {
    const seconds = Math.ceil(made.timedOutMs / 1_000);
    const waited = attempts === 1 ? `within ${seconds} s` : `in ${attempts} attempts, the last of ${seconds} s`;
    return { code: 'unreachable', message: `No answer from ${url} ${waited}. Try again later.` };
  }
  const cause = quoted(made.cause, token);
  return NOBODY.includes(made.cause)
    ? {
        code: 'unreachable',
        message: `Nobody answers at ${url} (${cause}). Check the url, and that Sluice runs there.`,
      }
    : { code: 'unreachable', message: `The connection to ${url} broke (${cause}). Try again, or check the url.` };
}

function explainAnswer(
  target: UploadTarget,
  { status, headers, body }: Extract<Attempt, { kind: 'answer' }>,
): Explained {
  const { url, token } = target;
  if (status >= 300 && status < 400) {
    const location = quoted(headers.get('location') ?? 'elsewhere', token);
    return { code: 'usage', status, message: `${url} redirects to ${location}: set the url to that.` };
  }
  const said = errorIn(body, token);
  const message = refusal(target, status, said);
  return {
    code: codeOf(status),
    status,
    message: message ?? `${url} answered ${status}: ${said.message ?? 'nothing'}`,
  };
}

interface Said {
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** What a refusal means; `undefined` where there is nothing to add to what the service said. */
function refusal({ url, organization, project }: UploadTarget, status: number, said: Said): string | undefined {
  const { code, message } = said;
  const token = `Make one: sluice token create --org ${organization} --scopes project:releases`;
  switch (status) {
    case 401:
      return `${url} does not know the token: it is wrong, expired or revoked. ${token}`;
    case 403:
      if (code === 'plan_lacks_source_maps')
        return `The plan of ${organization} has no source maps. Its operator allows them: sluice org set ${organization} sourceMaps=true`;
      return message === undefined
        ? `${url} answered 403, and not as Sluice does: something before it refuses the request.`
        : `${message} ${token}`;
    case 404:
      return message === undefined
        ? `${url} answered 404 and is no Sluice service. Check the url.`
        : `There is no project ${organization}/${project} at ${url}, or the token belongs to another organization. Check organization and project.`;
    case 413:
      return `${url} answered 413: something before it refuses requests of this size. Raise its limit to 51 MB (nginx: client_max_body_size 51m).`;
    case 400:
    case 415:
    case 422:
      return message;
    case 429:
    case 503:
      return `${busy(url, status, message)}. Try again later.`;
    default:
      return message === undefined
        ? `${url} answered ${status}, and not as Sluice does. Check the url, and what stands before it.`
        : undefined;
  }
}

function codeOf(status: number): UploadError['code'] {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 413) return 'too_large';
  if (status === 400 || status === 415 || status === 422) return 'invalid';
  return status === 429 || status >= 500 ? 'unreachable' : 'failed';
}

/** The error of a body of ours, as far as it is one. */
function errorIn(body: unknown, token: string): Said {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown; readonly message?: unknown } | null };
  return {
    code: typeof error?.code === 'string' ? error.code : undefined,
    message: typeof error?.message === 'string' ? quoted(error.message, token) : undefined,
  };
}

/** Others' words: cut, without the token, control characters as visible marks (they must not steer a terminal). */
const quoted = (text: string, token: string): string =>
  text
    .replaceAll(token, '***')
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\u00b7')
    .slice(0, MAX_SAID);
