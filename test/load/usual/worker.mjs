// The reference: a worker as most people would write it. One job, one row, one insert.
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { rowOf } from './rows.mjs';
import { SCHEMA } from './tables.mjs';

const CONCURRENCY = 50;
const POOL = 10;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL });
const connection = new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null });

async function store({ data }) {
  const { table, columns } = rowOf(data);
  const names = Object.keys(columns);
  const places = names.map((_, i) => `$${i + 1}`).join(', ');
  await pool.query(`insert into ${SCHEMA}.${table} (${names.join(', ')}) values (${places})`, Object.values(columns));
}

const worker = new Worker('events', store, { connection, concurrency: CONCURRENCY });
worker.on('failed', (job, error) => console.error(`job ${job?.id} failed: ${error.message}`));
await worker.waitUntilReady();
process.send?.({ port: 0 });
process.on('disconnect', () => process.exit(0));
