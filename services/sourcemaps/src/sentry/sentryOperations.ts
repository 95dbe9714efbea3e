import type { ErrorBody } from '@sluice/contract';
import type { ServedOperation, TokenOperation } from '@sluice/management';
import type { Assembler } from '../bundles/createAssembler.js';
import type { ServiceContext } from '../serviceContext.js';
import { deployOperations } from './deployOperations.js';
import { releaseOperations } from './releaseOperations.js';
import { SENTRY_ADDRESSES, sentryOperation } from './sentryOperation.js';
import { uploadOperations } from './uploadOperations.js';

const ORGANIZATION = '/organizations/{org}';
const PROJECT = '/projects/{org}/{project}';

/** Returns the operations of Sentry's API that Sluice serves (protocol 4.9). */
export const sentryOperations = (context: ServiceContext, assembler: Assembler): readonly ServedOperation[] => [
  ...uploadOperations(context, assembler),
  ...releaseOperations(ORGANIZATION),
  ...releaseOperations(PROJECT),
  ...deployOperations(ORGANIZATION),
  ...deployOperations(PROJECT),
  // Sluice has no repositories and keeps no commits: `set-commits` then takes those of the local repository.
  empty(`${ORGANIZATION}/repos/`, []),
  empty(`${ORGANIZATION}/releases/{version}/commits/`, []),
  empty(`${ORGANIZATION}/releases/{version}/previous-with-commits/`, {}),
];

const empty = (path: `/${string}/`, body: unknown): ServedOperation =>
  sentryOperation({ method: 'get', path, permission: 'releases:read', handle: () => Promise.resolve({ body }) });

/** By which a client of Sentry learns whether its token is valid. */
export const sentryTokenOperations: readonly TokenOperation[] = [
  {
    method: 'get',
    address: '/api/0/',
    run: ({ scopes }) => ({ body: { version: '0', auth: { scopes }, user: null } }),
  },
];

/** Returns the body of an error as clients of Sentry print it; `undefined` outside of Sentry's paths. */
export const sentryErrorBody = (path: string, { error }: ErrorBody): unknown =>
  SENTRY_ADDRESSES.test(path) ? { detail: error.message } : undefined;
