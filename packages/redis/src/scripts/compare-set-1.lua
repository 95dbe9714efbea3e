--[[
Replaces a text if it has not changed since it was read.

KEYS[1]    the key, a string
ARGV[1]    the text that was read; empty if there was none
ARGV[2]    the text to store
Reply      1 if it was stored, 0 if the key holds another text

Example: EVALSHA … 1 {sl0}:placement "" "{\"epoch\":1790000000000,\"shards\":4,\"widest\":4,\"past\":[]}"
  → 1
--]]
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
