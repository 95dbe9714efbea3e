import type { Operation } from '@sluice/management';
import type { Answer, Ask, Tenant } from './apiHarness.js';
import { documentedOperations as operations } from './documentedOperations.js';

/** An id that could exist in some table, as an intruder would try. */
export const SOME_ID = '018f0000-0000-8000-8000-000000000001';

/** The address of an operation in a tenant's project, other parameters filled with something plausible. */
export const addressOf = (operation: Operation, { organization, project }: Tenant, id = SOME_ID): string =>
  operation.address.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'org' ? organization : name === 'project' ? project : encodeURIComponent(id),
  );

/** The request of an operation: its method and, where it takes one, an empty body. */
export const askOf = (operation: Operation, ask: Ask): Ask => ({
  method: operation.method.toUpperCase(),
  ...(operation.body === undefined ? {} : { body: {} }),
  ...ask,
});

export const codeOf = ({ body }: Answer): string => (body as { error: { code: string } }).error.code;
export const messageOf = ({ body }: Answer): string => (body as { error: { message: string } }).error.message;

/** Operations with their names. */
export const every = operations.map(
  (operation) => [`${operation.method.toUpperCase()} ${operation.address}`, operation] as const,
);

/** Whether an operation is one of a project, not of its organization. */
export const hasProject = ({ address }: Operation): boolean => address.includes('{project}');
