import type * as contract from '@sluice/api-contract';
import type { OperationsOf } from '@sluice/api-contract';
import type { ApiRequest } from './apiRequest.js';

type Operations = OperationsOf<typeof contract>;

const PROJECT = '/api/0/projects/{org}/{project}/';
const ORGANIZATION = '/api/0/organizations/{org}/';

/** An operation of a project or an organization, by method and address. */
export type OperationName = keyof Operations & `${string} ${typeof PROJECT | typeof ORGANIZATION}${string}`;

/** An object of a response. The contract has its fields; they may be missing and have other values, because the service may have another version. */
type Answered<Fields> = Readonly<Partial<Record<keyof Fields, unknown>>>;

interface Page {
  readonly data: readonly unknown[];
  readonly next: string | null;
}

/** An operation that returns a page of a list. */
export type ListName = {
  [Name in OperationName]: Operations[Name]['response'] extends Page ? Name : never;
}[OperationName];

/** What an operation responds. */
export type AnswerOf<Name extends OperationName> = Answered<Operations[Name]['response']>;

/** A row of a list. */
export type RowOf<Name extends ListName> = Answered<Operations[Name]['response']['data'][number]>;

/** Whether an operation belongs to an organization, not to a project. */
export const isOfOrganization = (operation: OperationName): boolean => operation.includes(` ${ORGANIZATION}`);

/** Returns the method of an operation. */
export const methodOf = (operation: OperationName) =>
  operation.slice(0, operation.indexOf(' ')) as NonNullable<ApiRequest['method']>;

/** Returns the path of an operation below its project or organization. @param values those of its parameters, in order */
export function pathOf(operation: OperationName, values: readonly string[]): readonly string[] {
  const left = [...values];
  const root = isOfOrganization(operation) ? ORGANIZATION : PROJECT;
  return operation
    .slice(operation.indexOf(root) + root.length)
    .split('/')
    .map((segment) => (segment.startsWith('{') ? (left.shift() ?? '') : segment));
}
