// The reference: node:http that reads the body, decompresses it if necessary, parses it and responds. Nothing else.
import { createServer } from 'node:http';
import { gunzip } from 'node:zlib';

function answer(response, text) {
  const { events } = JSON.parse(text);
  const body = JSON.stringify({ success: true, processed: events.length });
  response.writeHead(202, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const bytes = Buffer.concat(chunks);
    if (request.headers['content-encoding'] !== 'gzip') return answer(response, bytes.toString());
    gunzip(bytes, (error, inflated) => (error ? response.destroy() : answer(response, inflated.toString())));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
