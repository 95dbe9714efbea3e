import type { AwsClient } from 'aws4fetch';

/** Address and credentials of an S3-compatible store. */
export interface S3Config {
  /** URL without bucket, such as `https://s3.eu-central-1.amazonaws.com`: buckets are addressed by path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of all keys; empty, or ending with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  /** A function, so that settings can be printed. */
  readonly secretAccessKey: () => string;
}

/** One request to the store. */
interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Key of the object; empty for the bucket itself. */
  readonly key: string;
  /** Including the question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Statuses that are not errors, in addition to 2xx. */
  readonly expected: readonly number[];
}

/** The store refused a request or did not answer. The message names method, bucket and key, and contains no secret. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** The store's error code, such as `NoSuchBucket`; `undefined` if it sent none. */
  readonly code: string | undefined;

  constructor(message: string, code?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Sends a signed request. @throws S3Error for any unexpected response */
export type S3Client = (request: S3Request) => Promise<Response>;

/** Limit of one request including retries, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Retries after a 5xx or 429, with growing delays from 50 ms. */
const RETRIES = 3;

/** Returns a client that loads `aws4fetch` with its first request. */
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
  const reason = [code, message].filter((part) => part !== undefined && part !== '').join(': ');
  return new S3Error(`S3 answered ${response.status} to ${place}${reason === '' ? '' : ` (${reason})`}`, code);
}

/** `fetch` only reports that it failed; the reason is in its cause, which may be several, one per address. */
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
