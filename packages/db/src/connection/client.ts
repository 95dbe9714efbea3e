/** A session of its own, and what a session and one of a pool have in common. */
export type { Client, ClientBase } from 'pg';
