--[[
Raises the fence of a queue shard: from now on publishers of an earlier epoch are refused there (shard-add-10.lua). A fence
is never lowered.

KEYS[1]    fence of the queue shard, a string
ARGV[1]    the lowest epoch that may publish
Reply      the fence that is in force

Example: EVALSHA … 1 {sl0}:fence 1790000000000
  → "1790000000000"
--]]
local fence = redis.call('GET', KEYS[1])
if fence and tonumber(fence) >= tonumber(ARGV[1]) then return fence end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1]
