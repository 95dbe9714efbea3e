--[[
Deletes fields of hours and months that are rolled up into PostgreSQL.

KEYS  1 ledger of the organization
ARGV  1 epoch   2 hour before which no permitted events are counted afterwards, 0 if only refusals are deleted   3… fields
Reply number of deleted fields; 0 if the ledger has another epoch

Example: EVALSHA … 1 sl:{org:1}:ledger c0ffee 486100 a:7:e:486099 x:7:e:t:486099  → 2

Invariants
  - Only this epoch: fields of another epoch may not be rolled up yet.
  - Field `since` is raised, so that a month is never rebuilt from hours that were deleted.
]]
assert(#KEYS == 1 and #ARGV >= 3, 'forget takes 1 key, 2 arguments and fields')
local ledger, epoch, beforeHour = KEYS[1], ARGV[1], tonumber(ARGV[2])

local state = redis.call('HMGET', ledger, 'epoch', 'since')
if state[1] ~= epoch then return 0 end
local gone = 0
for i = 3, #ARGV do gone = gone + redis.call('HDEL', ledger, ARGV[i]) end
if beforeHour > tonumber(state[2]) then redis.call('HSET', ledger, 'since', beforeHour) end
return gone
