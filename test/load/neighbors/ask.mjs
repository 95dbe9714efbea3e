import http from 'node:http';

const agent = new http.Agent({ keepAlive: true, maxSockets: 500 });

/** Sends one request to this machine. @returns {Promise<{ status: number | string, ms: number, text: string }>} `status` is a code if there was no answer */
export function ask({ port, path, method = 'GET', headers = {}, body }) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status, text) => resolve({ status, ms: performance.now() - startedAt, text });
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = http.request({ host: '127.0.0.1', port, path, method, agent, headers: { ...headers, ...length } });
    request.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => end(response.statusCode, Buffer.concat(chunks).toString()));
      response.on('error', (error) => end(error.code ?? 'error', ''));
    });
    request.on('error', (error) => end(error.code ?? 'error', ''));
    request.end(body);
  });
}
