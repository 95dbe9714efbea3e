import { CliError, usageError } from '../cliError.js';
import { texts } from '../output/cells.js';
import { printable } from '../output/printable.js';
import type { ApiRequest } from './apiRequest.js';
import type { Target } from './findTarget.js';

/** A response that is not a success. */
export interface Refused {
  readonly target: Target;
  readonly request: ApiRequest;
  readonly response: Pick<Response, 'status' | 'headers'>;
  /** The parsed JSON, or `undefined` if the body is not JSON. */
  readonly body: unknown;
}

/** Returns the error for a failed response, with a remedy. It never contains the token. */
export function apiFailure({ target, request, response, body }: Refused): CliError {
  const { url, organization, project } = target;
  const { status, headers } = response;
  const where = `${organization}${request.of === 'organization' ? '' : `/${project}`} at ${url}`;
  if (status >= 300 && status < 400) {
    return usageError(
      `${url} redirects to ${printable(headers.get('location') ?? 'elsewhere')}: set SLUICE_URL to that`,
    );
  }
  const serverMessage = messageIn(body);
  if (serverMessage === undefined) {
    return new CliError(
      'unreachable',
      `${url} answered ${status} and is not a Sluice API. Check SLUICE_URL and any proxy in front of it.`,
    );
  }
  const message = printable(serverMessage);
  switch (status) {
    case 401:
      return new CliError(
        'unauthorized',
        `${url} rejects the token: it is wrong, expired or revoked. Set SLUICE_AUTH_TOKEN to a token from sluice token create.`,
      );
    case 403:
      return new CliError(
        'forbidden',
        `${message} Create one: sluice token create --org ${organization} --scopes ${scopeIn(message)}`,
      );
    case 404:
      return new CliError(
        'not_found',
        `${message} Asked for ${printable(request.path.join('/'))} in ${where}; a token can access its own organization only.`,
      );
    case 400:
    case 422:
      return new CliError('invalid', message, 2);
    case 409:
      return new CliError('failed', message, 1, idsIn(body));
    case 429:
    case 503:
      return new CliError('unreachable', `${message} (${url}${retryText(headers)})`);
    default:
      return new CliError('failed', `${url} answered ${status}: ${message}`);
  }
}

/** The candidates of an ambiguous id. */
function idsIn(body: unknown): readonly string[] {
  const { error } = (body ?? {}) as { readonly error?: { readonly ids?: unknown } | null };
  return texts(error?.ids);
}

/** The scope that the error message names. */
const scopeIn = (message: string): string => /project:[a-z]+/.exec(message)?.[0] ?? '<scopes>';

function retryText(headers: Headers): string {
  const seconds = headers.get('retry-after');
  return seconds === null || !/^\d{1,6}$/.test(seconds) ? '' : `; it asks to wait ${seconds} s`;
}

/** The message of an error body of the API. */
export function messageIn(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { readonly error?: { readonly message?: unknown } | null };
  return typeof error?.message === 'string' ? error.message : undefined;
}
