--[[
Finishes a job and counts its events as finished, in one script: a MULTI around the two would be refused by a Redis
that is full, while a script whose first write frees memory is not, and workers must be able to drain it.

The body of BullMQ's own script takes the place of the marked line; its KEYS, ARGV and reply are unchanged. Only the
call that removes the job counts it: who lost the lock, or comes second, moves nothing.

KEYS[1 .. 14]      as BullMQ's moveToFinished; KEYS[12] is the job hash, whose name is "<version>:<events>"
KEYS[15]           the shard's counts, a hash
KEYS[16]           the jobs of this queue that were put back, a sorted set: see shard-requeue-2.lua
ARGV[1 .. n-1]     as BullMQ's; ARGV[1] is the job's id
ARGV[n]            the field to count under
Reply              as BullMQ's: the next job, 0 when there is none, or a negative code

  FINISH {sl0}:span:wait … {sl0}:span:marker {sl0}:counts {sl0}:returned:span  m1-a 1790000000000 … span:finished  → 0
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
