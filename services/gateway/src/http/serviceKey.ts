const KEY = /^[0-9a-f]{32}$/;
const PARAMETER = /^service_key=(.*)$/i;

/**
 * The project key of a request, in lower case: from `X-Service-Auth: Service service_key=…`, else from the query.
 * `undefined` where there is none, several differ, or it is not 32 hex characters: a 401 without a look-up.
 */
export function serviceKey(header: string | undefined, url: string): string | undefined {
  const inHeader = header === undefined ? [] : keysOfHeader(header);
  const [key, ...others] = (inHeader.length > 0 ? inHeader : keysOfQuery(url)).map((text) => text.toLowerCase());
  return key !== undefined && KEY.test(key) && others.every((other) => other === key) ? key : undefined;
}

function keysOfHeader(header: string): string[] {
  const [scheme, ...parameters] = header.trim().split(/[\s,]+/);
  if (scheme?.toLowerCase() !== 'service') return [];
  return parameters.flatMap((parameter) => PARAMETER.exec(parameter)?.slice(1) ?? []);
}

function keysOfQuery(url: string): string[] {
  const start = url.indexOf('?');
  return start === -1 ? [] : new URLSearchParams(url.slice(start + 1)).getAll('service_key');
}
