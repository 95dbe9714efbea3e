import type { AwsClient } from 'aws4fetch';

/** Where an S3-compatible store is, and who we are there. */
export interface S3Config {
  /** Address without bucket, as `https://s3.eu-central-1.amazonaws.com`: buckets are addressed by path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What every key begins with; empty, or ending with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  /** A function, so that settings can be printed. */
  readonly secretAccessKey: () => string;
}

/** One request to the store. */
interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Of the object; empty for the bucket itself. */
  readonly key: string;
  /** With its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Statuses that are no error, beside those of success. */
  readonly expected: readonly number[];
}

/** The store refused, or did not answer. `message` is a sentence with method, bucket and key, and never holds a secret. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** What the store calls it, `NoSuchBucket`; `undefined` where it did not say. */
  readonly code: string | undefined;

  constructor(message: string, code?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Sends signed requests; rejects with {@link S3Error} for whatever was not expected. */
export type S3Client = (request: S3Request) => Promise<Response>;

/** Of one request with its repetitions. */
const TIMEOUT_MS = 60_000;

/** After a 5xx or 429, with growing pauses from 50 ms. */
const RETRIES = 3;

/** A client that loads `aws4fetch` with its first request. */
export function createS3Client(config: S3Config): S3Client {
  let signer: Promise<AwsClient> | undefined;
  return async (request) => {
    const client = await (signer ??= loadSigner(config));
    const place = `${request.method} ${config.bucket}/${request.key}`;
    const response = await send(client, config, request).catch((error: unknown) => {
      throw new S3Error(`S3 at ${config.endpoint} does not answer ${place}: ${reasonOf(error)}`, undefined, {
        cause: error,
      });
    });
    if (response.ok || request.expected.includes(response.status)) return response;
    throw await refusal(response, place);
  };
}

async function loadSigner({ accessKeyId, secretAccessKey, region }: S3Config): Promise<AwsClient> {
  const module = await import('aws4fetch').catch((error: unknown) => {
    throw new S3Error('to keep source maps in S3, install the package aws4fetch', undefined, { cause: error });
  });
  const options = { service: 's3', region, retries: RETRIES };
  return new module.AwsClient({ ...options, accessKeyId, secretAccessKey: secretAccessKey() });
}

async function send(client: AwsClient, { endpoint, bucket }: S3Config, request: S3Request): Promise<Response> {
  const { method, key, query = '', headers = {}, body } = request;
  return client.fetch(`${endpoint}/${bucket}${key === '' ? '' : `/${key}`}${query}`, {
    method,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body }),
  });
}

async function refusal(response: Response, place: string): Promise<S3Error> {
  const text = await response.text().catch(() => '');
  const [code, message] = ['Code', 'Message'].map((tag) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1]);
  const said = [code, message].filter((part) => part !== undefined && part !== '').join(': ');
  return new S3Error(`S3 answered ${response.status} to ${place}${said === '' ? '' : ` (${said})`}`, code);
}

/** `fetch` says only that it failed; its cause says why, and that may be several, one an address. */
function reasonOf(error: unknown): string {
  const failed = error as Failure;
  const cause = failed.cause ?? failed;
  const { message, code } = cause.errors?.[0] ?? cause;
  return message === undefined || message === '' ? (code ?? String(error)) : message;
}

interface Failure {
  readonly message?: string;
  readonly code?: string;
  readonly cause?: Failure;
  readonly errors?: readonly Failure[];
}
