import type * as contract from '@sluice/api-contract';
import type { OperationsOf } from '@sluice/api-contract';

type Operations = OperationsOf<typeof contract>;

const PROJECT = '/api/0/projects/{org}/{project}/';
const ORGANIZATION = '/api/0/organizations/{org}/';

/** A read of a project or an organization, by method and address. */
type ReadName = keyof Operations & `GET ${typeof PROJECT | typeof ORGANIZATION}${string}`;

/** An object of a response. The contract has its fields; their values are not trusted, because the service may have another version. */
type Answered<Fields> = { readonly [Name in keyof Fields]: unknown };

interface Page {
  readonly data: readonly unknown[];
  readonly next: string | null;
}

/** An operation that returns a page of a list. */
export type ListName = { [Name in ReadName]: Operations[Name]['response'] extends Page ? Name : never }[ReadName];

/** A row of a list. */
export type RowOf<Name extends ListName> = Answered<Operations[Name]['response']['data'][number]>;

/** Whether an operation belongs to an organization, not to a project. */
export const isOfOrganization = (operation: ListName): boolean => operation.startsWith(`GET ${ORGANIZATION}`);

/** Returns the path of an operation below its project or organization. @param values those of its parameters, in order */
export function pathOf(operation: ListName, values: readonly string[]): readonly string[] {
  const left = [...values];
  const root = isOfOrganization(operation) ? ORGANIZATION : PROJECT;
  return operation
    .slice(`GET ${root}`.length)
    .split('/')
    .map((segment) => (segment.startsWith('{') ? (left.shift() ?? '') : segment));
}
