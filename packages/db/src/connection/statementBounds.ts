/** How long a statement may take and wait for a lock on the server, in milliseconds. */
export interface StatementBounds {
  readonly statementMs: number;
  readonly lockMs: number;
}

/**
 * Statements that begin a transaction with these bounds, in one round trip. They end with the transaction: a pooler in transaction
 * mode rejects them as parameters of a connection, and would pass those of a session on to other clients.
 */
export const beginWithin = ({ statementMs, lockMs }: StatementBounds): string =>
  `begin; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; ` +
  `set local idle_in_transaction_session_timeout = ${statementMs * 2}`;
