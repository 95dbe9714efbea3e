--[[
Rebuilds a pool's count of a month: events stored in PostgreSQL up to an hour, plus events permitted after it. This
corrects the count after permitted events were never published, or events of another epoch were stored late.

KEYS  1 ledger of the organization
ARGV  1 epoch   2 codes of the pool's types, that of its name first   3 month YYYYMM   4 first hour of the month   5 last hour of the month
      6 last hour whose events are all stored   7 events stored up to it   8 now, ms since 1970; 0 is Redis's clock
Reply 1 rebuilt, 0 nothing changed

Example: 40 are stored up to hour 486110, and hour 486111 permitted 3.
  EVALSHA … 1 sl:{org:1}:ledger c0ffee e 202506 485784 486503 486110 40 0  → 1; m:e:202506 is 43

Invariants
  - Only this epoch, and never a provisional ledger, whose seed is still missing.
  - The current hour is never an anchor.
  - Every hour after the anchor must be counted in the ledger (field `since`), or the sum would be too small. A month
    that ended before `since` is not rebuilt.
  - The sum is never negative.
]]
assert(#KEYS == 1 and #ARGV == 8, 'reanchor takes 1 key and 8 arguments')
local ledger, epoch, types, month = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local pool = string.sub(types, 1, 1)
local firstHour, lastHour, through, stored = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local now = tonumber(ARGV[8])
if now == 0 then now = redis.call('TIME')[1] * 1000 end
local hour = math.floor(now / 3600000)

local state = redis.call('HMGET', ledger, 'epoch', 'provisional', 'since')
if state[1] ~= epoch or state[2] or through >= hour then return 0 end
local from = math.max(through + 1, firstHour)
-- Includes the next hour: the clock may have been set back since the last charge.
local to = math.min(lastHour, hour + 1)
if from < tonumber(state[3]) or lastHour < tonumber(state[3]) then return 0 end

local fields, sum = {}, stored
for type in string.gmatch(types, '.') do
  for anHour = from, to do fields[#fields + 1] = 'o:' .. type .. ':' .. anHour end
end
if #fields > 0 then
  for _, count in ipairs(redis.call('HMGET', ledger, unpack(fields))) do sum = sum + (tonumber(count) or 0) end
end
redis.call('HSET', ledger, 'm:' .. pool .. ':' .. month, math.max(0, sum), 't:' .. pool .. ':' .. month, through)
return 1
