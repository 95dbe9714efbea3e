--[[
Takes back what one call of spend did, and sees to it that a late copy of that call does nothing.

KEYS  1 ledger of the organization   2 record of the batch hash   3 answer to the call
ARGV  1 nonce of the call   2 ms the word 'undone' lives
Reply 1 the call had been decided and that is taken back, 0 it had not, 2 its record was handed to another call:
      it stays, and its charge with it

Example: EVALSHA … 3 sl:{org:1}:ledger sl:{org:1}:record:ab… sl:{org:1}:answer:ab…:n1  n1 30000
  → 1; a:7:e:486111 went from 12 to 10, the record is gone, the answer reads 'undone'

Invariants
  - A record that bears another nonce is another call's, one that bears '*' also another call's, which may publish it:
    it stays, and its charge with it. Only the latter can be this call's charge, so only it is told apart.
  - Counters of another epoch never held this charge: they stay.
  - A counter never goes below zero, and a refusal counted down stays, as 0, so that its stored copy follows.
  - A month already rebuilt from what was stored (field t) for this hour does not hold the charge any more.
  - Bytes of an hour that is over are not in the ledger any more: they stay.
  - DEL comes first: a Redis at its memory limit lets a script go on that began with it.
]]
assert(#KEYS == 3 and #ARGV == 2, 'undo takes 3 keys and 2 arguments')
local ledger, record, answer = KEYS[1], KEYS[2], KEYS[3]
local nonce, answerTtl = ARGV[1], ARGV[2]

local function parse(decision)
  return string.match(decision, '^(%S+) %S+ %S+ (%S+) (%S+) (%S+) (%S+) (%S*) (%S*) ?(%d*)$')
end

local known = redis.call('MGET', record, answer)
local decision
if known[1] and parse(known[1]) == nonce then
  decision = known[1]
  redis.call('DEL', record)
elseif known[2] and known[2] ~= 'undone' then
  decision = known[2]
end
redis.call('DEL', answer)
redis.call('SET', answer, 'undone', 'PX', answerTtl)
if not decision then return known[1] and parse(known[1]) == '*' and 2 or 0 end

local _, hour, month, epoch, project, types, verdicts, bytes = parse(decision)
if redis.call('HGET', ledger, 'epoch') ~= epoch then return 1 end

local fields, counts = {}, {}
local function add(field)
  if not counts[field] then
    counts[field] = 0
    fields[#fields + 1] = field
  end
  counts[field] = counts[field] + 1
end
local rebuilt = {}
local function isRebuilt(type)
  if rebuilt[type] == nil then
    local through = redis.call('HGET', ledger, 't:' .. type .. ':' .. month)
    rebuilt[type] = through and tonumber(through) >= tonumber(hour)
  end
  return rebuilt[type]
end
for i = 1, #types do
  local type, code = string.sub(types, i, i), string.sub(verdicts, i, i)
  if code == 'p' then
    add('a:' .. project .. ':' .. type .. ':' .. hour)
    add('o:' .. type .. ':' .. hour)
    if not isRebuilt(type) then add('m:' .. type .. ':' .. month) end
  elseif code ~= '-' and type ~= '-' then
    add('x:' .. project .. ':' .. type .. ':' .. code .. ':' .. hour)
  end
end
for _, field in ipairs(fields) do
  local value = redis.call('HGET', ledger, field)
  if value then redis.call('HSET', ledger, field, math.max(0, value - counts[field])) end
end
local bytesField = 'b:' .. project
local bytesHour, bytesUsed = string.match(redis.call('HGET', ledger, bytesField) or '', '^(%d+):(%d+)$')
-- A decision of an earlier version names no bytes.
if bytesHour == hour and bytes ~= '' then
  redis.call('HSET', ledger, bytesField, string.format('%s:%.0f', hour, math.max(0, bytesUsed - bytes)))
end
return 1
