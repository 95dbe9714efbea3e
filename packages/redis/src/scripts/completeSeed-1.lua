--[[
Adds its seed to a provisional ledger, once.

KEYS  1 ledger of the organization
ARGV  1 epoch   2 now, ms since 1970; 0 is Redis's clock   3… field, value, field, value …
Reply 1 added; 0 not added: the ledger does not exist, has another epoch, or is not provisional

Example: EVALSHA … 1 sl:{org:1}:ledger c0ffee 0 m:e:202506 41 f:7 1749990000000  → 1

Invariants
  - Exactly once: the script also deletes the field `provisional`.
  - Additive: counts of events permitted meanwhile stay. The earlier time of a project's first event wins.
]]
assert(#KEYS == 1 and #ARGV >= 2 and #ARGV % 2 == 0, 'completeSeed takes 1 key, 2 arguments and pairs')
local ledger, epoch, now = KEYS[1], ARGV[1], tonumber(ARGV[2])
if now == 0 then now = redis.call('TIME')[1] * 1000 end

local state = redis.call('HMGET', ledger, 'epoch', 'provisional', 'since')
if state[1] ~= epoch or not state[2] then return 0 end
for i = 3, #ARGV, 2 do
  local field, value = ARGV[i], ARGV[i + 1]
  if string.sub(field, 1, 2) == 'f:' then
    local first = redis.call('HGET', ledger, field)
    if not first or tonumber(value) < tonumber(first) then redis.call('HSET', ledger, field, value) end
  else
    redis.call('HINCRBY', ledger, field, value)
  end
end
redis.call('HSET', ledger, 'since', math.max(tonumber(state[3]), math.floor(now / 3600000) - 2))
redis.call('HDEL', ledger, 'provisional')
return 1
