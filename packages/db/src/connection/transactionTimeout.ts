/** Expression that removes the limit of the current transaction's duration, which PostgreSQL has since version 17. */
export const NO_TRANSACTION_TIMEOUT = `case when current_setting('transaction_timeout', true) is not null
  then set_config('transaction_timeout', '0', true) end`;
