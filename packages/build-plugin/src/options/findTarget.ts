import { urlOf, type UploadTarget } from '@sluice/uploader';
import { type SluiceOptions } from '../../types/options.d.js';
import { valueOf, type Environment } from './environment.js';

/** The upload target, or what is missing. */
export type FoundTarget =
  | { readonly target: UploadTarget; readonly problems?: undefined }
  | { readonly target?: undefined; readonly problems: readonly string[] };

/** Options with their environment variables. */
const PLACES = { url: 'SLUICE_URL', authToken: 'SLUICE_AUTH_TOKEN', org: 'SLUICE_ORG', project: 'SLUICE_PROJECT' };

type PlaceOption = keyof typeof PLACES;
const PLACE_OPTIONS = Object.keys(PLACES) as readonly PlaceOption[];

const SCOPES = '--scopes project:releases';

const isWebAddress = (text: string): boolean => /^https?:$/.test(urlOf(text)?.protocol ?? '');

/** Reads options, then the environment; blank values count as unset. Problems never contain the token. */
export function findTarget(options: SluiceOptions, environment: Environment): FoundTarget {
  const read = (name: PlaceOption): string | undefined => {
    const given = options[name];
    return given === undefined || given.trim() === '' ? valueOf(environment, PLACES[name]) : given;
  };
  const [url, token, organization, project] = [read('url'), read('authToken'), read('org'), read('project')];
  const problems = PLACE_OPTIONS.filter((name) => read(name) === undefined).map((name) => {
    const made =
      name === 'authToken' ? ` (sluice token create --org ${organization ?? '<org>'} ${SCOPES} makes one)` : '';
    return `${name} (${PLACES[name]}) is not set${made}`;
  });
  if (url !== undefined && !isWebAddress(url)) problems.push('url is not an http or https URL');
  return problems.length > 0 ||
    url === undefined ||
    token === undefined ||
    organization === undefined ||
    project === undefined
    ? { problems }
    : { target: { url, token, organization, project } };
}
