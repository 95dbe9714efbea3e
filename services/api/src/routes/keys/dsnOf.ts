/** Returns the DSN of a key: `https://{key}@{host}[:port][/base]`. @param baseUrl base URL of the service */
export function dsnOf(key: string, baseUrl: string): string {
  const url = new URL(baseUrl);
  return `${url.protocol}//${key}@${url.host}${url.pathname.replace(/\/+$/, '')}`;
}
