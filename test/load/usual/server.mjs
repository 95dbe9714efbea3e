// The reference: an ingestion endpoint as most people would write it. Express, express.json, a look at each event, a job for each event.
import { randomUUID } from 'node:crypto';
import express from 'express';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';

const TYPES = new Set(['exception', 'log', 'span', 'hit', 'replay']);

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
const connection = new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null });
const queue = new Queue('events', { connection, defaultJobOptions: { removeOnComplete: true, attempts: 3 } });
const projects = new Map();

async function projectOf(header = '') {
  const key = header.split('service_key=')[1];
  if (!projects.has(key)) {
    const { rows } = await pool.query('select project_id from project_keys where key = $1', [key]);
    projects.set(key, rows[0]?.project_id);
  }
  return projects.get(key);
}

const app = express();
app.use(express.json({ limit: '10mb' }));
app.post('/api/envelope', async (request, response) => {
  const projectId = await projectOf(request.get('x-service-auth'));
  if (projectId === undefined) return response.status(401).json({ success: false });
  const { events } = request.body;
  if (!Array.isArray(events)) return response.status(400).json({ success: false });
  const valid = events.filter(({ type, payload }) => TYPES.has(type) && typeof payload === 'object');
  const receivedAt = new Date().toISOString();
  await Promise.all(valid.map((event) => queue.add(event.type, { id: randomUUID(), projectId, receivedAt, event })));
  return response.status(202).json({ success: true, processed: valid.length, invalid: events.length - valid.length });
});

const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
