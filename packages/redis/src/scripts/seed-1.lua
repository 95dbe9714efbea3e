--[[
Creates a ledger if there is none.

KEYS  1 ledger of the organization
ARGV  1 new epoch   2 provisional, 1 or 0   3 now, ms since 1970; 0 is Redis's clock   4… field, value, field, value …
Reply 1 created; 0 not created: there is one already

Example: EVALSHA … 1 sl:{org:1}:ledger c0ffee 0 0 m:e:202506 41 a:7:e:486111 3 o:e:486111 3 f:7 1749990000000  → 1

Invariants
  - A ledger is seeded once: a second call changes nothing.
  - Field `since` is the first hour whose events are all counted: the seed covers the current hour and the two before it.
]]
assert(#KEYS == 1 and #ARGV >= 3 and #ARGV % 2 == 1, 'seed takes 1 key, 3 arguments and pairs')
local ledger, epoch, isProvisional, now = KEYS[1], ARGV[1], ARGV[2] == '1', tonumber(ARGV[3])
if now == 0 then now = redis.call('TIME')[1] * 1000 end

if redis.call('EXISTS', ledger) == 1 then return 0 end
redis.call('HSET', ledger, 'epoch', epoch, 'since', math.floor(now / 3600000) - 2)
if isProvisional then redis.call('HSET', ledger, 'provisional', 1) end
-- In steps: unpack takes about 8,000 values at most, and a seed may have a hundred thousand.
for i = 4, #ARGV, 1000 do redis.call('HSET', ledger, unpack(ARGV, i, math.min(i + 999, #ARGV))) end
return 1
