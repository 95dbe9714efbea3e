import { type UploadTarget } from '@sluice/uploader';
import { type SluiceOptions } from '../../types/options.js';
import { valueOf, type Environment } from './environment.js';

/** Where maps are uploaded to, or what is missing for that. */
export type FoundTarget =
  | { readonly target: UploadTarget; readonly problems?: undefined }
  | { readonly target?: undefined; readonly problems: readonly string[] };

/** Each with its variable. */
const PLACES = { url: 'SLUICE_URL', authToken: 'SLUICE_AUTH_TOKEN', org: 'SLUICE_ORG', project: 'SLUICE_PROJECT' };

type PlaceOption = keyof typeof PLACES;

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Options before the environment; a blank one counts as not given. Problems are phrases, and never hold the token. */
export function findTarget(options: SluiceOptions, environment: Environment): FoundTarget {
  const problems: string[] = [];
  const find = (name: PlaceOption): string => {
    const given = options[name];
    const value = given === undefined || given.trim() === '' ? valueOf(environment, PLACES[name]) : given;
    if (value === undefined) problems.push(`${name} (${PLACES[name]}) is not set`);
    return value ?? '';
  };
  const url = find('url');
  const target = { url, token: find('authToken'), organization: find('org'), project: find('project') };
  if (url !== '' && !isWebAddress(url)) problems.push('url is not an http or https address');
  return problems.length > 0 ? { problems } : { target };
}
