--[[
Finishes a job and counts its events as finished, atomically. A script instead of a MULTI, because a full Redis rejects
commands in a MULTI, but runs a script whose first write frees memory; so workers can drain a full Redis.

The body of BullMQ's moveToFinished replaces the marked line. Its KEYS, ARGV and reply stay as they are. Only the call
that removes the job counts its events: a call that lost the lock, or comes second, changes nothing.

KEYS[1 .. 14]      as in BullMQ's moveToFinished; KEYS[12] is the job hash, whose name is "<version>:<events>"
KEYS[15]           counts of the queue shard, a hash
KEYS[16]           requeued jobs of this queue, a sorted set: see shard-requeue-2.lua
ARGV[1 .. n-1]     as in BullMQ's moveToFinished; ARGV[1] is the job's id
ARGV[n]            field of the counts
Reply              as BullMQ's: the next job, 0 if there is none, or a negative error code

Example: EVALSHA … 16 {sl0}:span:wait … {sl0}:span:marker {sl0}:counts {sl0}:returned:span m1-a 1790000000000 … span:finished
  → 0; the job is removed, and span:finished grows by its events
--]]
local function moveToFinished()
--@moveToFinished
end

local job = KEYS[12]
local name = redis.call('HGET', job, 'name')
local reply = moveToFinished()
if name and redis.call('EXISTS', job) == 0 then
  redis.call('HINCRBY', KEYS[15], ARGV[#ARGV], tonumber(string.match(name, ':(%d+)$') or 0))
  redis.call('ZREM', KEYS[16], ARGV[1])
end
return reply
