import type { Description, ParamNames, ResponseOf, ROOTS } from './description.js';
import type { SentOf } from './schema/schema.js';

/** Path of an operation from the root of the server. */
type AddressOf<D extends Description> = `${(typeof ROOTS)[D['scope']]}${D['path']}`;

/** No fields. */
type Nothing = Readonly<Record<string, never>>;

/** What a client sends to an operation, and what it gets. */
interface Call<D extends Description> {
  readonly params: Readonly<Record<ParamNames<AddressOf<D>>, string>>;
  readonly query: D extends { readonly query: infer S } ? SentOf<S> : Nothing;
  readonly body: D extends { readonly body: infer S } ? SentOf<S> : Nothing;
  readonly response: ResponseOf<D>;
}

type ApiName<Contract> = keyof Contract & `${string}Api`;

/** The descriptions in all exports of a module whose names end in `Api`. */
type DescriptionIn<Contract> = {
  readonly [Name in ApiName<Contract>]: Extract<Contract[Name][keyof Contract[Name]], Description>;
}[ApiName<Contract>];

/**
 * The types of all operations by method and address, such as `GET /api/0/projects/{org}/{project}/keys`. Clients write
 * `OperationsOf<typeof contract>` with a type import of this package.
 */
export type OperationsOf<Contract> = {
  readonly [D in DescriptionIn<Contract> as `${Uppercase<D['method']>} ${AddressOf<D>}`]: Call<D>;
};
