--[[
Undoes one call of spend, and prevents a delayed copy of that call from doing anything.

KEYS  1 ledger of the organization   2 record of the batch hash   3 answer to the call
ARGV  1 nonce of the call   2 time to live of the answer 'undone', ms
Reply 1 undone; 0 the call had not been decided; 2 its record was returned to another call: record and charge stay

Example: EVALSHA … 3 sl:{org:1}:ledger sl:{org:1}:record:ab… sl:{org:1}:answer:ab…:n1  n1 30000
  → 1; a:7:e:486111 went from 12 to 10, the record is gone, the answer reads 'undone'

Invariants
  - A record with another nonce belongs to another call. A record with '*' is shared with a call that may publish it.
    Both stay, with their charge. Only a shared record can be this call's, so only it has a reply of its own.
  - Counters of another epoch do not contain this charge: they stay.
  - No counter falls below zero. A refusal counter that reaches 0 stays, so that its copy in PostgreSQL is updated.
  - A month that was rebuilt through this hour (field t) no longer contains the charge.
  - Bytes of a past hour are no longer in the ledger.
  - PEXPIRE comes first: a full Redis runs a script whose first write needs no memory.
  - No key is used after its deletion: while a slot moves, a missing key ends the script in its middle.
]]
assert(#KEYS == 3 and #ARGV == 2, 'undo takes 3 keys and 2 arguments')
local ledger, record, answer = KEYS[1], KEYS[2], KEYS[3]
local nonce, answerTtl = ARGV[1], ARGV[2]

local function parse(decision)
  return string.match(decision, '^(%S+) %S+ %S+ (%S+) (%S+) (%S+) (%S+) (%S*) (%S*) ?(%d*) ?(%S*)$')
end

local known = redis.call('MGET', record, answer)
redis.call('PEXPIRE', answer, answerTtl)
local decision
if known[1] and parse(known[1]) == nonce then
  decision = known[1]
  redis.call('DEL', record)
elseif known[2] and known[2] ~= 'undone' then
  decision = known[2]
end
redis.call('SET', answer, 'undone', 'PX', answerTtl)
if not decision then return known[1] and parse(known[1]) == '*' and 2 or 0 end

local _, hour, month, epoch, project, types, verdicts, bytes, entries = parse(decision)
if redis.call('HGET', ledger, 'epoch') ~= epoch then return 1 end

local fields, counts = {}, {}
local function add(field, times)
  if not counts[field] then
    counts[field] = 0
    fields[#fields + 1] = field
  end
  counts[field] = counts[field] + (times or 1)
end
-- Metrics are paid for by the pool that is named after hits.
local POOL = { m = 'h' }
local rebuilt = {}
local function isRebuilt(pool)
  if rebuilt[pool] == nil then
    local through = redis.call('HGET', ledger, 't:' .. pool .. ':' .. month)
    rebuilt[pool] = through and tonumber(through) >= tonumber(hour)
  end
  return rebuilt[pool]
end
for i = 1, #types do
  local type, code = string.sub(types, i, i), string.sub(verdicts, i, i)
  if code == 'p' then
    add('a:' .. project .. ':' .. type .. ':' .. hour)
    add('o:' .. type .. ':' .. hour)
    local pool = POOL[type] or type
    if not isRebuilt(pool) then add('m:' .. pool .. ':' .. month) end
  elseif code ~= '-' and type ~= '-' then
    add('x:' .. project .. ':' .. type .. ':' .. code .. ':' .. hour)
  end
end
for code, entry, times in string.gmatch(entries, '(%a):([^:,]*):(%d+)') do
  add('y:' .. project .. ':' .. code .. ':' .. entry .. ':' .. hour, tonumber(times))
end
for _, field in ipairs(fields) do
  local value = redis.call('HGET', ledger, field)
  if value then redis.call('HSET', ledger, field, math.max(0, value - counts[field])) end
end
local bytesField = 'b:' .. project
local bytesHour, bytesUsed = string.match(redis.call('HGET', ledger, bytesField) or '', '^(%d+):(%d+)$')
-- A decision of an earlier version has no bytes.
if bytesHour == hour and bytes ~= '' then
  redis.call('HSET', ledger, bytesField, string.format('%s:%.0f', hour, math.max(0, bytesUsed - bytes)))
end
return 1
