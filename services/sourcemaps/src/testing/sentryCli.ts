import type { Tenant } from '@sluice/testkit';
import { gzipSync } from 'node:zlib';
import { formOf, type Part } from './formOf.js';
import type { Answer, TestSourcemaps } from './sourcemapsHarness.js';
import { sha1Of } from './bundleOf.js';

/** Calls the service as sentry-cli does, for one tenant. */
export interface SentryCli {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Sends chunks compressed, each under its SHA-1. */
  readonly sendChunks: (...chunks: readonly (string | Uint8Array)[]) => Promise<Answer>;
  readonly sendParts: (parts: readonly Part[]) => Promise<Answer>;
  /** Asks to assemble a bundle of these chunks. */
  readonly assemble: (chunks: readonly Uint8Array[], fields?: Readonly<Record<string, unknown>>) => Promise<Answer>;
  /** Uploads a bundle of one chunk, and returns the final answer. */
  readonly uploadBundle: (bundle: Uint8Array, fields?: Readonly<Record<string, unknown>>) => Promise<Answer>;
}

/** A part with the SHA-1 of a chunk as its filename. */
export const chunkPart = (chunk: string | Uint8Array, filename = sha1Of(chunk)): Part => ({
  name: 'file_gzip',
  value: gzipSync(chunk),
  filename,
});

/** Returns the calls of a tenant, with the token that has all scopes. */
export function sentryCli(service: Pick<TestSourcemaps, 'ask'>, tenant: Tenant): SentryCli {
  const ask: SentryCli['ask'] = (method, path, body) =>
    service.ask(`/api/0${path.replace('{org}', tenant.organization)}`, {
      method,
      token: tenant.token,
      ...(body === undefined ? {} : { body: { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) } }),
    });
  const sendParts: SentryCli['sendParts'] = (parts) =>
    service.ask(`/api/0/organizations/${tenant.organization}/chunk-upload/`, {
      method: 'POST',
      token: tenant.token,
      body: formOf(parts),
    });
  const sendChunks: SentryCli['sendChunks'] = (...chunks) => sendParts(chunks.map((chunk) => chunkPart(chunk)));
  const assemble: SentryCli['assemble'] = (chunks, fields = {}) =>
    ask('POST', '/organizations/{org}/artifactbundle/assemble/', {
      checksum: sha1Of(Buffer.concat(chunks)),
      chunks: chunks.map((chunk) => sha1Of(chunk)),
      projects: [tenant.project],
      ...fields,
    });
  return {
    ask,
    sendParts,
    sendChunks,
    assemble,
    uploadBundle: async (bundle, fields) => {
      const { status, body } = await sendChunks(bundle);
      if (status !== 200) return { status, body, headers: {} };
      return assemble([bundle], fields);
    },
  };
}
