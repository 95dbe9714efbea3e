const KEY = /^[0-9a-f]{32}$/i;
const PARAMETER = /^service_key=(.*)$/i;

/**
 * The project key of a request, in lower case: from `X-Service-Auth: Service service_key=…`, else from the query.
 * `undefined` where there is none or it is not 32 hex characters: a 401 without a look-up.
 */
export function serviceKey(header: string | undefined, url: string): string | undefined {
  const key = (header === undefined ? undefined : keyOfHeader(header)) ?? keyOfQuery(url);
  return key !== undefined && KEY.test(key) ? key.toLowerCase() : undefined;
}

function keyOfHeader(header: string): string | undefined {
  const [scheme, ...parameters] = header.trim().split(/[\s,]+/);
  if (scheme?.toLowerCase() !== 'service') return undefined;
  for (const parameter of parameters) {
    const key = PARAMETER.exec(parameter)?.[1];
    if (key !== undefined) return key;
  }
  return undefined;
}

function keyOfQuery(url: string): string | undefined {
  const start = url.indexOf('?');
  return start === -1 ? undefined : (new URLSearchParams(url.slice(start + 1)).get('service_key') ?? undefined);
}
