--[[
Reads one snapshot of a queue: counts and job ids, without payloads. A script instead of a MULTI, because a full Redis
rejects commands in a MULTI, and depth matters most then.

KEYS[1]    counts of the queue shard, a hash
KEYS[2]    BullMQ's list of waiting jobs, newest first; requeued and stalled jobs are out of order
KEYS[3]    BullMQ's list of active jobs
KEYS[4]    BullMQ's sorted set of delayed jobs
KEYS[5]    requeued jobs that are not finished, a sorted set by time of publishing: see shard-requeue-2.lua
ARGV[1]    field of the events published
ARGV[2]    field of the events finished
ARGV[3]    how many job ids to return from the old end of each list
Reply      { events published, events finished, jobs, { job ids, the oldest job's among them } }

Example: EVALSHA … 5 {sl0}:counts {sl0}:span:wait {sl0}:span:active {sl0}:span:delayed {sl0}:returned:span
           span:published span:finished 1000
  → { 40, 20, 2, { "m1abc-1", "m1abc-2" } }
--]]
local ids = {}
local function name(more)
  for _, id in ipairs(more) do ids[#ids + 1] = id end
end
local jobs = redis.call('LLEN', KEYS[2]) + redis.call('LLEN', KEYS[3]) + redis.call('ZCARD', KEYS[4])
-- Without jobs, an entry of KEYS[5] is left over from a queue that was emptied by hand.
if jobs > 0 then
  name(redis.call('LRANGE', KEYS[2], -tonumber(ARGV[3]), -1))
  name(redis.call('LRANGE', KEYS[3], -tonumber(ARGV[3]), -1))
  name(redis.call('ZRANGE', KEYS[4], 0, tonumber(ARGV[3]) - 1))
  name(redis.call('ZRANGE', KEYS[5], 0, 0))
end

local counts = redis.call('HMGET', KEYS[1], ARGV[1], ARGV[2])
return { tonumber(counts[1] or 0), tonumber(counts[2] or 0), jobs, ids }
