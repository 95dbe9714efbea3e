/** A trigger by which no statement, of whatever role, clears the column that says that a row has ended (decision 0168). */
export const staysEnded = (table: string, column: string): string =>
  `create trigger ${table}_stay_ended before update of ${column} on ${table}
     for each row when (old.${column} is not null and new.${column} is null) execute function refuse_revival()`;
