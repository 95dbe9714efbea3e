import { getUser, type Database, type User } from '@sluice/db';
import { CliError } from '../../cliError.js';

/** Returns a user who may sign in. @throws TenancyError `not_found`, CliError `invalid` if the user is disabled */
export async function getEnabledUser(db: Database, email: string): Promise<User> {
  const user = await getUser(db, email);
  if (user.disabledAt === null) return user;
  throw new CliError('invalid', `the user ${user.email} is disabled; enable it: sluice user enable ${user.email}`);
}
