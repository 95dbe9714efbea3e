import { UploadError } from '../uploadError.js';
import type { UploadTarget } from '../uploadTarget.js';
import type { Attempt } from './attempt.js';

/** Maximum length of quoted error messages. */
const MAX_SAID = 500;
/** Error codes that mean that no connection was established. */
const NOBODY = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** Describes a failed attempt and the remedy, without the token. @param attempts number of attempts */
export function explainAttempt(target: UploadTarget, made: Attempt, attempts: number): UploadError {
  const { code, message, status } =
    made.kind === 'answer' ? explainAnswer(target, made) : explainSilence(target, made, attempts);
  return new UploadError(code, message, status);
}

/** Message about waiting after a 429. */
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
        message: `Cannot connect to ${url} (${cause}). Check the url and that Sluice is running.`,
      }
    : { code: 'unreachable', message: `The connection to ${url} failed (${cause}). Try again, or check the url.` };
}

function explainAnswer(
  target: UploadTarget,
  { status, headers, body }: Extract<Attempt, { kind: 'answer' }>,
): Explained {
  const { url, token } = target;
  if (status >= 300 && status < 400) {
    const location = quoted(headers.get('location') ?? 'elsewhere', token);
    return { code: 'usage', status, message: `${url} redirects to ${location}. Use that url.` };
  }
  const serverError = errorIn(body, token);
  const message = refusal(target, status, serverError);
  return {
    code: codeOf(status),
    status,
    message: message ?? `${url} returned ${status}: ${serverError.message ?? 'no message'}`,
  };
}

interface ServerError {
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** Explains an error response; `undefined` if the message of the service suffices. */
function refusal(
  { url, organization, project }: UploadTarget,
  status: number,
  serverError: ServerError,
): string | undefined {
  const { code, message } = serverError;
  const token = `Create one: sluice token create --org ${organization} --scopes project:releases`;
  switch (status) {
    case 401:
      return `${url} rejects the token: it is wrong, expired or revoked. ${token}`;
    case 403:
      if (code === 'plan_lacks_source_maps')
        return `The plan of ${organization} does not include source maps. An operator can enable them: sluice org set ${organization} sourceMaps=true`;
      return message === undefined
        ? `${url} returned 403, but not from Sluice: a proxy refuses the request.`
        : `${message} ${token}`;
    case 404:
      return message === undefined
        ? `${url} returned 404 and is not a Sluice service. Check the url.`
        : `Project ${organization}/${project} not found at ${url}, or the token belongs to another organization. Check organization and project.`;
    case 413:
      return `${url} returned 413: a proxy refuses requests of this size. Raise its limit to 51 MB (nginx: client_max_body_size 51m).`;
    case 400:
    case 415:
    case 422:
      return message;
    case 429:
    case 503:
      return `${busy(url, status, message)}. Try again later.`;
    default:
      return message === undefined
        ? `${url} returned ${status}, but not from Sluice. Check the url and any proxy in front of it.`
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

/** Reads an error body of Sluice leniently. */
function errorIn(body: unknown, token: string): ServerError {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown; readonly message?: unknown } | null };
  return {
    code: typeof error?.code === 'string' ? error.code : undefined,
    message: typeof error?.message === 'string' ? quoted(error.message, token) : undefined,
  };
}

/** Sanitizes foreign text: truncated, without the token, control characters made visible. */
const quoted = (text: string, token: string): string =>
  text
    .replaceAll(token, '***')
    // eslint-disable-next-line no-control-regex -- the expression matches control characters on purpose
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\u00b7')
    .slice(0, MAX_SAID);
