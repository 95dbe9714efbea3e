import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '@sluice/management';
import { createFairSemaphore, newcomerReserve, SemaphoreBusyError } from '@sluice/runtime';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';

/** Hashes and verifies passwords; `tenant` is who asks, such as the network of a client. */
export interface Passwords {
  /** Returns the argon2id hash in PHC format. */
  readonly hash: (password: string, tenant: string) => Promise<string>;
  /**
   * Whether the password has this hash. Without a hash it compares with a hash of nothing and returns false, so that the
   * time does not reveal which accounts exist or have a password.
   */
  readonly verify: (passwordHash: string | null, password: string, tenant: string) => Promise<boolean>;
}

/** Parameters that OWASP recommends for argon2id (the library's algorithm by default): 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashes at the same time: each takes a core for about 20 ms and 19 MiB. Half of the cores stay free for other work, and threads of Node's pool. */
const AT_ONCE = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const WAITING = 100;
const WAIT_MS = 5_000;

/** The same password is the same text, however the keyboard composes its characters. */
const normalized = (password: string): string => password.normalize('NFKC');

/** Creates the only place that hashes. The threads of Node's pool hash, not the event loop; a flood of one client waits. */
export function createPasswords(): Passwords {
  const semaphore = createFairSemaphore({
    capacity: AT_ONCE,
    reserve: newcomerReserve(AT_ONCE),
    queue: WAITING,
    waitMs: WAIT_MS,
  });
  const bounded = <T>(tenant: string, work: () => Promise<T>): Promise<T> =>
    semaphore.run(tenant, work).catch((error: unknown) => {
      if (!(error instanceof SemaphoreBusyError)) throw error;
      throw new ApiError(503, 'busy', 'Too many people sign in at the same time; try again in a moment.', {
        'retry-after': '1',
      });
    });
  let dummy: Promise<string> | undefined;
  return {
    hash: (password, tenant) => bounded(tenant, () => hash(normalized(password), OPTIONS)),
    verify: (passwordHash, password, tenant) =>
      bounded(tenant, async () => {
        dummy ??= hash(randomBytes(32), OPTIONS);
        const isSame = await verify(passwordHash ?? (await dummy), normalized(password));
        return passwordHash !== null && isSame;
      }),
  };
}
