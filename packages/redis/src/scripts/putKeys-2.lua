--[[
Writes the states of public keys that are newer than the stored ones, and appends these keys to the change list.

KEYS  1 hash of states   2 stream of changes
ARGV  1 approximate length of the stream   2… key, version, project as JSON or '' for a disabled key; and so on
Reply number of keys written

Example: EVALSHA … 2 sl:{settings}:keys sl:{settings}:changes 10000 5f… 17 {"projectId":"7",…} 60… 18 ''  → 2

Invariants
  - Only newer states are written: a late or repeated write changes nothing and is not in the change list.
  - A disabled key keeps its version (a tombstone), so that an older write cannot enable it again.
  - State and change are written together: a reader of the change list finds the new state.
]]
assert(#KEYS == 2 and #ARGV >= 1 and #ARGV % 3 == 1, 'putKeys takes 2 keys, 1 argument and triples')
local states, changes, kept = KEYS[1], KEYS[2], ARGV[1]

local written = 0
for i = 2, #ARGV, 3 do
  local key, version, project = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local state = redis.call('HGET', states, key)
  local current = state and tonumber(string.match(state, '^%d+')) or -1
  if tonumber(version) > current then
    redis.call('HSET', states, key, version .. ' ' .. project)
    redis.call('XADD', changes, 'MAXLEN', '~', kept, '*', 'key', key)
    written = written + 1
  end
end
return written
