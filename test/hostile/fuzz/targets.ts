import * as fc from 'fast-check';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ask } from '../../e2e/support/http.js';
import { type Project } from '../../e2e/support/tenant.js';
import { converse } from '../support/wire.js';
import { postBatch, type FuzzGround } from './fuzzGround.js';
import { eventsOf, ingestInputs, type IngestInput } from './ingestInputs.js';
import { judge, judgeTally } from './judge.js';
import { mutatedBytes, mutatedInputs, type MutatedInput } from './mutatedInputs.js';
import { addressOf, readInputs, type ReadInput } from './readInputs.js';
import { formBytes, uploadInputs, type UploadInput } from './uploadInputs.js';

/** A property: generated inputs, and a check of the response. */
export interface FuzzTarget {
  readonly name: string;
  /** Share of all inputs. */
  readonly share: number;
  /** Number of concurrent inputs. */
  readonly concurrency: number;
  readonly property: fc.IAsyncPropertyWithHooks<[unknown]>;
}

const coders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

const isTrace = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && !Array.isArray(event) && Reflect.get(event, 'type') === 'trace';

/** An event after a JSON round trip, as the server reads it. */
const asSent = (event: unknown): unknown => JSON.parse(JSON.stringify(event)) as unknown;

const tryBatch = (ground: FuzzGround, input: IngestInput): Promise<void> => tryBatchOf(ground.ingest, ground, input);
const tryScrubbed = (ground: FuzzGround, input: IngestInput): Promise<void> =>
  tryBatchOf(ground.scrubbed, ground, input);

async function tryBatchOf({ key }: Project, { system }: FuzzGround, input: IngestInput): Promise<void> {
  const events = eventsOf(input);
  const text = JSON.stringify({ ...input.beside, events });
  const body = input.coding === 'identity' ? text : coders[input.coding](text);
  const headers = { ...input.headers, ...(input.coding === 'identity' ? {} : { 'content-encoding': input.coding }) };
  const answer = await postBatch(system, key, body, headers);
  judge(answer);
  // `events` is the last field, so `__proto__` in the envelope cannot hide it.
  judgeTally(answer, events.map(asSent).filter((event) => !isTrace(event)).length);
}

async function tryMutated({ system, captures }: FuzzGround, input: MutatedInput): Promise<void> {
  const bytes = mutatedBytes(input, captures);
  const { answers } = await converse(system.gatewayUrls[0] ?? '', bytes, { endsAfterMs: 40 });
  const isHead = bytes.toString('latin1').startsWith('HEAD ');
  for (const { status, body, json } of answers) judge({ status, text: body, json, isHead });
}

async function tryUpload({ system, managed, token }: FuzzGround, input: UploadInput): Promise<void> {
  const { type, bytes } = formBytes(input);
  const url = `${system.baseUrl}/api/0/projects/${managed.path}/${input.to}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  judge(await ask(url, { method: 'POST', headers, body: bytes, timeoutMs: 20_000 }));
}

async function tryRead({ system, managed, token, operations }: FuzzGround, input: ReadInput): Promise<void> {
  const operation = operations[input.operation];
  if (operation === undefined) throw new Error(`no operation ${input.operation}`);
  const { method, hasBody } = operation;
  const answer = await ask(`${system.baseUrl}${addressOf(input, operation, managed.path)}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${token}`, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
    timeoutMs: 20_000,
  });
  judge(answer);
}

/** Returns all targets. */
export function fuzzTargets(ground: FuzzGround): readonly FuzzTarget[] {
  const trying = <Input>(inputs: fc.Arbitrary<Input>, attempt: (ground: FuzzGround, input: Input) => Promise<void>) =>
    fc.asyncProperty(inputs, (input) => attempt(ground, input)) as fc.IAsyncPropertyWithHooks<[unknown]>;
  const mutated = mutatedInputs(ground.captures.length);
  const reads = readInputs(ground.operations, ground.cursors);
  return [
    { name: 'batches', share: 0.35, concurrency: 6, property: trying(ingestInputs, tryBatch) },
    { name: 'batches to be scrubbed', share: 0.15, concurrency: 2, property: trying(ingestInputs, tryScrubbed) },
    { name: 'mutated captures', share: 0.25, concurrency: 8, property: trying(mutated, tryMutated) },
    { name: 'reads', share: 0.17, concurrency: 4, property: trying(reads, tryRead) },
    { name: 'uploads', share: 0.08, concurrency: 2, property: trying(uploadInputs, tryUpload) },
  ];
}
