import { LIMITS } from '@sluice/contract';
import type { Contexts } from './enrichContexts.js';
import { readText } from './readText.js';

/** An end user of a project as one event shows them; fields as columns hold them. */
export interface ProjectUser {
  /** The identity within the project: which field identifies, and its value (`id:42`, `email:a@b.c`). */
  readonly key: string;
  readonly id: string | null;
  readonly email: string | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly ip: string | null;
}

/**
 * The project user of an event: the strongest of `user.id`, `user.email`, `user.username` present is the identity;
 * identities are never merged, and `user.name` alone does not identify a user (protocol 2.2).
 */
export function identifyUser(contexts: Contexts): ProjectUser | undefined {
  const field = (key: `user.${string}`): string | null => readText(contexts[key], LIMITS.cutUserField);
  const [id, email, username] = [field('user.id'), field('user.email'), field('user.username')];
  const key = keyOf('id', id) ?? keyOf('email', email) ?? keyOf('username', username);
  if (key === undefined) return undefined;
  return { key, id, email, username, name: field('user.name'), ip: field('user.ip') };
}

const keyOf = (kind: string, value: string | null): string | undefined =>
  value === null ? undefined : `${kind}:${value}`;
