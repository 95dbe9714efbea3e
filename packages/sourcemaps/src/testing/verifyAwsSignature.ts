import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The verified parts of a request. */
export interface SignedRequest {
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Who may ask. */
export interface AwsAccount {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
const SKEW_MS = 15 * 60_000;

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** RFC 3986, as the signature wants it: everything but letters, digits and `-._~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Verifies the signature of a request to S3 (AWS Signature Version 4), written from AWS's
 * description and not after the client.
 *
 * @returns the code of S3's refusal, `undefined` where all is well
 */
export function verifyAwsSignature(
  request: SignedRequest,
  body: Buffer,
  account: AwsAccount,
  now = Date.now(),
): string | undefined {
  const header = (name: string): string => [request.headers[name] ?? ''].flat().join(',');
  const parts = AUTHORIZATION.exec(header('authorization'));
  if (parts === null) return 'AccessDenied';
  const [, keyId = '', day = '', region = '', service = '', signedHeaders = '', signature = ''] = parts;
  if (keyId !== account.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== account.region || service !== 's3') return 'AuthorizationHeaderMalformed';
  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name))) return 'AccessDenied';
  const at = header('x-amz-date');
  if (!at.startsWith(day) || Math.abs(timeOf(at) - now) > SKEW_MS) return 'RequestTimeTooSkewed';
  const payload = header('x-amz-content-sha256');
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const canonical = [
    request.method ?? '',
    ...canonicalAddress(request.url ?? '/'),
    ...names.map((name) => `${name}:${header(name).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`;
  const key = ['aws4_request', service, region, day].reduceRight<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${account.secretAccessKey}`,
  );
  const isOurs = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  return isOurs ? undefined : 'SignatureDoesNotMatch';
}

/** Path and sorted query, each part encoded once. */
function canonicalAddress(address: string): readonly [string, string] {
  const [path = '', query = ''] = address.split('?', 2);
  const sorted = [...new URLSearchParams(query)].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  return [
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    sorted.join('&'),
  ];
}

const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
