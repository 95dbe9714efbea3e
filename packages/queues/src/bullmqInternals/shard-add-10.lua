--[[
Adds a job unless its publisher is of an earlier epoch than the queue shard accepts. The check and the write are one script,
so a publisher that missed a change of the number of queue shards writes nothing.

The body of BullMQ's addStandardJob replaces the marked line. Its KEYS, ARGV and reply stay as they are.

KEYS[1 .. 9]       as in BullMQ's addStandardJob
KEYS[10]           fence of the queue shard: the lowest epoch that may publish; see shard-fence-1.lua
ARGV[1 .. n-1]     as in BullMQ's addStandardJob
ARGV[n]            epoch of the publisher
Reply              as BullMQ's: the id of the job; or "fenced"

Example: EVALSHA … 10 {sl0}:span:wait … {sl0}:span:marker {sl0}:fence … 1790000000000
  → "m1-a"
--]]
local function addStandardJob()
--@addStandardJob
end

local fence = redis.call('GET', KEYS[10])
if fence and tonumber(ARGV[#ARGV]) < tonumber(fence) then return 'fenced' end
return addStandardJob()
