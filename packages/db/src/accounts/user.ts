import type { Selectable } from 'kysely';
import type { UsersTable } from '../schema/accountsSchema.js';

/** A person who signs in, without secrets. */
export interface User {
  readonly id: string;
  /** Normalized. */
  readonly email: string;
  /** May be empty. */
  readonly name: string;
  /** Whether the user proved to receive mail at `email`. */
  readonly isVerified: boolean;
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
}

/** Returns the name that lists show for a user. */
export const labelOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => (name === '' ? email : name);

/** Columns that {@link userOf} reads. */
export const USER_COLUMNS = [
  'id',
  'email',
  'name',
  'email_verified_at',
  'password_hash',
  'totp_confirmed_at',
  'created_at',
  'disabled_at',
] as const;

/** Returns the user of a row. */
export const userOf = (row: Pick<Selectable<UsersTable>, (typeof USER_COLUMNS)[number]>): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  isVerified: row.email_verified_at !== null,
  hasPassword: row.password_hash !== null,
  hasTotp: row.totp_confirmed_at !== null,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
});
