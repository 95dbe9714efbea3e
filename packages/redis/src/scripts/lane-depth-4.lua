--[[
One snapshot of a lane's queue: counts and job ids, never a payload. A script and not a MULTI, because a Redis that is
full refuses to queue any command, and that is when depth matters most.

KEYS[1]    the lane's counts, a hash
KEYS[2]    BullMQ's list of waiting jobs, newest first
KEYS[3]    BullMQ's list of active jobs
KEYS[4]    BullMQ's sorted set of delayed jobs
ARGV[1]    field of the events published
ARGV[2]    field of the events finished
ARGV[3]    how many of the active and how many of the delayed jobs to name
Reply      { events published, events finished, jobs, { ids among which the oldest job is } }

  EVALSHA <sha> 4 {sl0}:counts {sl0}:span:wait {sl0}:span:active {sl0}:span:delayed span:published span:finished 1000
  → { 40, 20, 2, { "m1abc-1", "m1abc-2" } }
--]]
local ids = redis.call('LRANGE', KEYS[2], -1, -1)
local active = redis.call('LRANGE', KEYS[3], -tonumber(ARGV[3]), -1)
local delayed = redis.call('ZRANGE', KEYS[4], 0, tonumber(ARGV[3]) - 1)
for _, id in ipairs(active) do ids[#ids + 1] = id end
for _, id in ipairs(delayed) do ids[#ids + 1] = id end

local jobs = redis.call('LLEN', KEYS[2]) + redis.call('LLEN', KEYS[3]) + redis.call('ZCARD', KEYS[4])
local counts = redis.call('HMGET', KEYS[1], ARGV[1], ARGV[2])
return { tonumber(counts[1] or 0), tonumber(counts[2] or 0), jobs, ids }
