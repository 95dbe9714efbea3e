import { UploadError } from './uploadError.js';
import { urlOf } from './urlOf.js';

/** The project that maps are sent to. */
export interface UploadTarget {
  /** Address of the service: http or https, with or without a trailing slash. */
  readonly url: string;
  /** Access token with the scope `project:releases`. */
  readonly token: string;
  /** Slug of the organization. */
  readonly organization: string;
  /** Slug of the project. */
  readonly project: string;
}

/** The target with a clean address (no trailing slash, query or hash). Throws an {@link UploadError} of `usage`. */
export function readTarget({ url, token, organization, project }: UploadTarget): UploadTarget {
  const missing = Object.entries({ url, token, organization, project }).filter(([, value]) => !value.trim());
  if (missing.length > 0) throw usage(`No ${missing.map(([name]) => name).join(', no ')} to upload with.`);
  const address = urlOf(url);
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    throw usage('The url to upload to is no address: it begins with http:// or https://.');
  }
  if (address.username !== '' || address.password !== '') {
    throw usage('The upload URL contains a user or password. Remove it; Sluice does not send credentials from URLs.');
  }
  if (!/^[\x21-\x7e]+$/.test(token.trim())) {
    throw usage('The token contains invalid characters. Check that it was copied without line breaks or spaces.');
  }
  return {
    url: `${address.origin}${address.pathname}`.replace(/\/+$/, ''),
    token: token.trim(),
    organization,
    project,
  };
}

/** Address of something below the project. @param query parameters; `undefined` ones are left out */
export function addressOf(
  { url, organization, project }: UploadTarget,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const parameters = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
  return `${url}/api/0/projects/${encodeURIComponent(organization)}/${encodeURIComponent(project)}/${path}${parameters}`;
}

const usage = (message: string): UploadError => new UploadError('usage', message);
