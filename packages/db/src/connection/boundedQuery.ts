import { Query, type PoolClient, type QueryResult } from 'pg';
import type { StatementBounds } from './statementBounds.js';

/** What {@link BoundedQuery} uses of the driver's connection. */
interface Wire {
  readonly parse: (message: { readonly text: string }) => void;
  readonly bind: (message: { readonly values: readonly string[] }) => void;
  readonly execute: (message: { readonly portal: string; readonly rows: number }) => void;
}

/** What {@link BoundedQuery} overrides: the types of the driver do not declare it. */
interface DriverQuery {
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}

const driver = Query.prototype as unknown as DriverQuery;

const SET_BOUNDS = `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)`;

/**
 * A single statement, outside a transaction, with bounds of its own. The statement that sets them is sent in the same message
 * group: PostgreSQL runs a group in one transaction, so that the bounds end with it, and there is no further round trip. Not for
 * statements that PostgreSQL refuses in a transaction.
 */
export class BoundedQuery extends Query implements DriverQuery {
  readonly text: string;
  /** Settles with the statement. */
  readonly answered: Promise<QueryResult>;
  readonly #bounds: StatementBounds;
  #areBoundsSet = false;

  constructor(text: string, values: readonly unknown[], bounds: StatementBounds) {
    let settle: (error: Error | undefined, result: unknown) => void = () => undefined;
    super({ text, values: [...values] }, (error, result) => settle(error, result));
    this.text = text;
    this.#bounds = bounds;
    this.answered = new Promise((resolve, reject) => {
      settle = (error, result) => (error ? reject(error) : resolve(result as QueryResult));
    });
  }

  /** Only the extended protocol has message groups. */
  requiresPreparation(): boolean {
    return true;
  }

  prepare(connection: Wire): void {
    connection.parse({ text: SET_BOUNDS });
    connection.bind({ values: [String(this.#bounds.statementMs), String(this.#bounds.lockMs)] });
    connection.execute({ portal: '', rows: 0 });
    driver.prepare.call(this, connection);
  }

  handleDataRow(message: unknown): void {
    if (this.#areBoundsSet) driver.handleDataRow.call(this, message);
  }

  handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#areBoundsSet) driver.handleCommandComplete.call(this, message, connection);
    this.#areBoundsSet = true;
  }
}

/** Runs a {@link BoundedQuery} on a connection that is in no transaction. */
export async function queryWithin(
  client: Pick<PoolClient, 'query'>,
  text: string,
  values: readonly unknown[],
  bounds: StatementBounds,
): Promise<QueryResult> {
  const query = new BoundedQuery(text, values, bounds);
  client.query(query);
  try {
    return await query.answered;
  } catch (error) {
    // As the driver does: a stack that leads to the caller instead of the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
