// The reference: node:http that reads the body, parses it and answers. Nothing else.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { events } = JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify({ success: true, processed: events.length });
    response.writeHead(202, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
