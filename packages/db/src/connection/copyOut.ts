import type { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Runs `copy … to stdout`, and returns the text as it arrives. The stream reports what the server reports. */
export const copyOut = (client: ClientBase, statement: string): Readable => client.query(copyTo(statement));
