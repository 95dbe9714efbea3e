import { NO_TRANSACTION_TIMEOUT } from '@sluice/db';

/**
 * Begins a transaction without timeouts, in which values have the same text on every server. Settings belong to the transaction,
 * so that they work through a pooler.
 * @param mode isolation level and access mode
 * @param snapshot of another transaction; nothing can take it after the first query
 */
export const beginUnbounded = (mode = '', snapshot?: string): string =>
  `begin ${mode}; ${snapshot === undefined ? '' : `set transaction snapshot '${snapshot}';`}
   set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
   select ${NO_TRANSACTION_TIMEOUT};
   set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
   set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'`;
