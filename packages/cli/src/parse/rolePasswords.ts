import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_ROLE_NAMES, type DatabaseRole } from '@sluice/db';
import { messageOf, settingText } from '@sluice/runtime';
import { usageError } from '../cliError.js';

/** Passwords of logins by their role. */
export type RolePasswords = Readonly<Partial<Record<DatabaseRole, string>>>;

/**
 * Returns the passwords of the roles that have a file in the directory.
 * @throws CliError if there is none, or one is empty
 */
export async function readRolePasswords(directory: string): Promise<RolePasswords> {
  const nameOf = (role: DatabaseRole): string => `${role.replace('sluice_', '')}_password`;
  const files = await readdir(directory).catch((): string[] => []);
  const roles = DATABASE_ROLE_NAMES.filter((role) => files.includes(nameOf(role)));
  if (roles.length === 0) {
    const names = DATABASE_ROLE_NAMES.map(nameOf).join(', ');
    throw usageError(`${directory} contains none of these files: ${names}.`);
  }
  const textOf = (role: DatabaseRole): string | undefined => {
    try {
      return settingText({ [`${nameOf(role)}_FILE`]: path.join(directory, nameOf(role)) }, nameOf(role));
    } catch (error) {
      throw usageError(messageOf(error));
    }
  };
  return Object.fromEntries(roles.map((role) => [role, textOf(role)]));
}
