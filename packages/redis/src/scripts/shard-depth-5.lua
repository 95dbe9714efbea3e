--[[
One snapshot of a shard's queue: counts and job ids, never a payload. A script and not a MULTI, because a Redis that is
full refuses to queue any command, and that is when depth matters most.

KEYS[1]    the shard's counts, a hash
KEYS[2]    BullMQ's list of waiting jobs, newest first, except for those that were put back, and stalled ones at the old end
KEYS[3]    BullMQ's list of active jobs
KEYS[4]    BullMQ's sorted set of delayed jobs
KEYS[5]    the jobs that were put back and are not finished, by their time of publishing: see shard-requeue-2.lua
ARGV[1]    field of the events published
ARGV[2]    field of the events finished
ARGV[3]    how many jobs of the old end of each list to name
Reply      { events published, events finished, jobs, { ids among which the oldest job is } }

  EVALSHA <sha> 5 {sl0}:counts {sl0}:span:wait {sl0}:span:active {sl0}:span:delayed {sl0}:returned:span span:published span:finished 1000
  → { 40, 20, 2, { "m1abc-1", "m1abc-2" } }
--]]
local ids = {}
local function name(more)
  for _, id in ipairs(more) do ids[#ids + 1] = id end
end
local jobs = redis.call('LLEN', KEYS[2]) + redis.call('LLEN', KEYS[3]) + redis.call('ZCARD', KEYS[4])
-- Without a job a note of one is left from a queue that was emptied by hand.
if jobs > 0 then
  name(redis.call('LRANGE', KEYS[2], -tonumber(ARGV[3]), -1))
  name(redis.call('LRANGE', KEYS[3], -tonumber(ARGV[3]), -1))
  name(redis.call('ZRANGE', KEYS[4], 0, tonumber(ARGV[3]) - 1))
  name(redis.call('ZRANGE', KEYS[5], 0, 0))
end

local counts = redis.call('HMGET', KEYS[1], ARGV[1], ARGV[2])
return { tonumber(counts[1] or 0), tonumber(counts[2] or 0), jobs, ids }
