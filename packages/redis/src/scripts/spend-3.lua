--[[
Decides a batch against its organization's ledger, once (protocol 3.1 steps 4 to 6, protocol 8).

KEYS  1 ledger of the organization   2 record of the batch hash   3 answer to this call
ARGV  1 project id   2 nonce of the call   3 batch id   4 arrival, ms since 1970
      5 types, one code per event; '-' is ignored
      6 verdicts, one code per event; '.' is a candidate, '-' is ignored, any other was decided before
      7 spike protection, 1 or 0   8 events per hour, -1 is no cap
      9-13 events per month of the pools of e, l, s, h with m, r, -1 is no limit
      14 time to live of a record, ms   15 time to live of an answer, ms   16 now, ms since 1970; 0 is Redis's clock
      17 0, or for a spooled batch the ms within which an identical batch is the same one. A spooled batch was
         acknowledged before: it has no limits, and a time to live of 0 writes no record
      18 bytes per hour, -1 is no quota   19 bytes of all candidates   20 bytes of each event, separated by commas; read
         only if some candidate is refused
      21 '<hour>:<types>' that spike protection does not cap in that hour, or ''
      22 entries of filters: '<verdict>:<entry>:<count>' separated by commas, or ''; they add up to the batch's verdicts
Reply { 'decided', decision, now, bytes left } | { 'recorded', decision, now } | { 'undone' } | { 'no_ledger' }
      decision = '<nonce> <batch id> <arrival> <hour> <month> <epoch> <project id> <types> <verdicts> <bytes charged>[ <entries>]'
      bytes left = rest of the byte quota after this batch, -1 without a quota

Example: the fifth and sixth event of a batch meet a cap of 4 events per hour, the third was filtered.
  EVALSHA … 3 sl:{org:1}:ledger sl:{org:1}:record:ab… sl:{org:1}:answer:ab…:n1
    7 n1 0197…-8… 1750000000000 eelele ..h... 1 4 -1 -1 -1 -1 -1 900000 30000 0 0 -1 50 10,10,9,10,10,10 '' h:10.0.0.0%2F8:1
  → { 'decided', 'n1 0197…-8… 1750000000000 486111 202506 c0ffee 7 eelele pphppt 40 h:10.0.0.0%2F8:1', 1750000000012, -1 }

Invariants
  - The first decision is final: an answer to this call, or else a record of this hash, is returned unchanged, and no
    counter moves. The call's own answer takes precedence, because its refusals are already counted.
  - A record that is returned to another call is shared from then on and cannot be undone: the other call may publish it.
  - A spooled batch is charged once: its answer is stored under the nonce of its spool entry for as long as the entry may
    be replayed. It shares a record of its own batch id, or of a batch that arrived within its window (a resend), and
    stores that as its answer. Any other record belongs to another batch of the same bytes: it is ignored and kept.
  - Only 'p' moves what later decisions read (fields a, o, m, f, b); every other code moves a refusal (field x).
  - Fields y of a verdict and hour add up to its fields x: both move together, here and in undo.
  - A lift has no effect outside its hour, which is that of the charge: it ends at the top of the hour for every gateway.
  - A missing field of a ledger is 0, so that a new hour or month needs no preparation. Without a ledger nothing is decided.
  - Order of an event: spike cap, hourly cap, byte quota, quota. Events are decided one by one in batch order.
  - Bytes charged are the sizes of the batch's processed events. An event that would exceed the byte quota is refused;
    smaller events after it may still be processed. Only spooled batches exceed the quota.
  - Field b has only the latest hour that was charged, so that the ledger does not grow with time. After the clock was
    set back, that hour is charged, so that no hour gets its quota twice.
  - All errors occur before the first write; a full Redis rejects the first write or none.
]]
assert(#KEYS == 3 and #ARGV == 22, 'spend takes 3 keys and 22 arguments')
local ledger, record, answer = KEYS[1], KEYS[2], KEYS[3]
local project, nonce, batch, arrival, types, verdicts = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local spikeProtection, eventsPerHour = ARGV[7] == '1', tonumber(ARGV[8])
local recordTtl, answerTtl, now, sameWithin = ARGV[14], ARGV[15], tonumber(ARGV[16]), tonumber(ARGV[17])
local bytesPerHour, candidateBytes, sizes = tonumber(ARGV[18]), tonumber(ARGV[19]), ARGV[20]
local entries = ARGV[22]
local liftHour, lifted = string.match(ARGV[21], '^(%d+):(%a+)$')
local isSpooled = sameWithin > 0
assert(#types == #verdicts and #types <= 4096, 'spend: types and verdicts must have the same length, at most 4096')
assert(tonumber(recordTtl) > 0 or isSpooled, 'spend: the time to live of a record must be positive')
assert(tonumber(answerTtl) > 0, 'spend: the time to live of an answer must be positive')

if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

-- The owner of a record that was returned to more than one call.
local SHARED = '*'

local known = redis.call('MGET', answer, record)
if known[1] == 'undone' then return { 'undone' } end
if known[1] then return { 'recorded', known[1], now } end
local owner, rest
if known[2] then owner, rest = string.match(known[2], '^(%S+) (.*)$') end
local function isSame()
  local recorded, came = string.match(rest, '^(%S+) (%S+)')
  return recorded == batch or math.abs(tonumber(came) - tonumber(arrival)) < sameWithin
end
if owner and (not isSpooled or isSame()) then
  if owner ~= nonce and owner ~= SHARED then redis.call('SET', record, SHARED .. ' ' .. rest, 'KEEPTTL') end
  -- The record may have expired when the entry is replayed again.
  if isSpooled then redis.call('SET', answer, known[2], 'PX', answerTtl) end
  return { 'recorded', known[2], now }
end

local HOUR_MS, SPIKE_FLOOR, SPIKE_AFTER_MS = 3600000, 1000, 7200000
local IGNORED, UNDECIDED, PROCESSED, SPIKE, HOURLY_CAP, QUOTA, BYTE_QUOTA = 45, 46, 112, 115, 116, 117, 118
local SPAN, METRIC, HIT = 115, 109, 104
local LIMIT_ARGUMENT = { [101] = 9, [108] = 10, [115] = 11, [104] = 12, [114] = 13, [109] = 12 }
-- The type that names a pool, of types that share it.
local POOL = { [METRIC] = HIT }

local hour = math.floor(now / HOUR_MS)

-- YYYYMM of an hour in the proleptic Gregorian calendar, counted in years that begin on 1 March.
local function monthOf(anHour)
  local day = math.floor(anHour / 24) + 719468
  local era = math.floor(day / 146097)
  local dayOfEra = day - era * 146097
  local yearOfEra = math.floor(
    (dayOfEra - math.floor(dayOfEra / 1460) + math.floor(dayOfEra / 36524) - math.floor(dayOfEra / 146096)) / 365
  )
  local dayOfYear = dayOfEra - (365 * yearOfEra + math.floor(yearOfEra / 4) - math.floor(yearOfEra / 100))
  local shifted = math.floor((5 * dayOfYear + 2) / 153)
  local month = shifted < 10 and shifted + 3 or shifted - 9
  return (yearOfEra + era * 400 + (month <= 2 and 1 or 0)) * 100 + month
end
-- As texts, made once: each concatenation of a number formats it.
local hourText, monthText = string.format('%d', hour), string.format('%d', monthOf(hour))
local oneBefore, twoBefore = string.format('%d', hour - 1), string.format('%d', hour - 2)

-- Types of the candidates in order of appearance, and counts of the verdicts decided before.
local typeOf, codes = { string.byte(types, 1, -1) }, { string.byte(verdicts, 1, -1) }
local wanted, states, refused = {}, {}, {}
for i = 1, #codes do
  local type, code = typeOf[i], codes[i]
  if code == UNDECIDED then
    if not states[type] then
      assert(LIMIT_ARGUMENT[type], 'spend: a candidate has an unknown type')
      states[type] = {}
      wanted[#wanted + 1] = type
    end
  elseif code ~= IGNORED and type ~= IGNORED then
    assert(code ~= PROCESSED, 'spend: only this script decides that an event is processed')
    local pair = type * 256 + code
    refused[pair] = (refused[pair] or 0) + 1
  end
end

-- All fields that the decisions read, in one command.
local bytesField = 'b:' .. project
local fields = { 'epoch', 'f:' .. project, bytesField }
local accepted = 'a:' .. project .. ':'
for _, type in ipairs(wanted) do
  local state, letter = states[type], string.char(type)
  local prefix = accepted .. letter .. ':'
  state.acceptedField = prefix .. hourText
  state.organizationField = 'o:' .. letter .. ':' .. hourText
  state.monthField = 'm:' .. string.char(POOL[type] or type) .. ':' .. monthText
  state.at = #fields + 1
  local at = state.at
  fields[at], fields[at + 1], fields[at + 2] = state.acceptedField, state.organizationField, state.monthField
  if spikeProtection then fields[at + 3], fields[at + 4] = prefix .. oneBefore, prefix .. twoBefore end
end
local cappedAt = #fields
if eventsPerHour >= 0 then
  for i, letter in ipairs({ 'e', 'l', 'h', 'r' }) do fields[cappedAt + i] = accepted .. letter .. ':' .. hourText end
end
local values = redis.call('HMGET', ledger, unpack(fields))
local epoch, firstAccepted = values[1], values[2]
if not epoch then return { 'no_ledger' } end

local isSpikeArmed = spikeProtection and firstAccepted and now - firstAccepted > SPIKE_AFTER_MS
local isLifting = liftHour and tonumber(liftHour) == hour
local function hasSpikeCap(type)
  return isSpikeArmed and not (isLifting and string.find(lifted, string.char(type), 1, true))
end
local function count(at) return tonumber(values[at]) or 0 end
local pools = {}
for type, state in pairs(states) do
  local at, quota = state.at, tonumber(ARGV[LIMIT_ARGUMENT[type]])
  state.accepted, state.organization, state.taken = count(at), count(at + 1), 0
  state.spikeLeft = hasSpikeCap(type) and math.max(SPIKE_FLOOR, count(at + 3) + count(at + 4)) - state.accepted or math.huge
  local used = count(at + 2)
  pools[state.monthField] = pools[state.monthField] or { used = used, taken = 0, left = quota >= 0 and quota - used or math.huge }
  state.pool = pools[state.monthField]
end
local hourlyCap, hourly = math.huge, 0
if eventsPerHour >= 0 then
  hourlyCap = eventsPerHour
  for i = 1, 4 do hourly = hourly + count(cappedAt + i) end
end

local bytesHour, bytesUsed = hour, 0
if values[3] then
  local lastHour, bytes = string.match(values[3], '^(%d+):(%d+)$')
  if tonumber(lastHour) >= hour then bytesHour, bytesUsed = tonumber(lastHour), tonumber(bytes) end
end
local bytesLeft = bytesPerHour >= 0 and bytesPerHour - bytesUsed or math.huge
local isTight = candidateBytes > bytesLeft
local sizeAt
local function sizeOf(i)
  if not sizeAt then
    sizeAt = {}
    for size in string.gmatch(sizes, '%d+') do sizeAt[#sizeAt + 1] = tonumber(size) end
  end
  return sizeAt[i]
end

local isProcessed, isAnyRefused, bytesTaken = false, false, 0
for i = 1, #codes do
  if codes[i] == UNDECIDED then
    local type = typeOf[i]
    local state, isCapped = states[type], type ~= SPAN and type ~= METRIC
    local taken, refusal = state.taken, nil
    if taken >= state.spikeLeft then
      refusal = SPIKE
    elseif isCapped and hourly >= hourlyCap then
      refusal = HOURLY_CAP
    elseif isTight and bytesTaken + sizeOf(i) > bytesLeft then
      refusal = BYTE_QUOTA
    elseif state.pool.taken >= state.pool.left then
      refusal = QUOTA
    end
    if refusal then
      codes[i] = refusal
      isAnyRefused = true
      local pair = type * 256 + refusal
      refused[pair] = (refused[pair] or 0) + 1
    else
      codes[i] = PROCESSED
      isProcessed = true
      if isTight then bytesTaken = bytesTaken + sizeOf(i) end
      state.taken = taken + 1
      state.pool.taken = state.pool.taken + 1
      if isCapped then hourly = hourly + 1 end
    end
  end
end

-- Unless the byte quota is nearly spent, sizes of single events matter only if another limit refused some events.
if not isAnyRefused then
  bytesTaken = candidateBytes
elseif isProcessed and not isTight then
  for i = 1, #codes do
    if codes[i] == PROCESSED then bytesTaken = bytesTaken + sizeOf(i) end
  end
end

if isProcessed then
  local changes = { bytesField, string.format('%d:%.0f', bytesHour, bytesUsed + bytesTaken) }
  for _, type in ipairs(wanted) do
    local state = states[type]
    if state.taken > 0 then
      local n = #changes
      changes[n + 1], changes[n + 2] = state.acceptedField, state.accepted + state.taken
      changes[n + 3], changes[n + 4] = state.organizationField, state.organization + state.taken
      changes[n + 5], changes[n + 6] = state.monthField, state.pool.used + state.pool.taken
    end
  end
  if not firstAccepted then
    changes[#changes + 1] = 'f:' .. project
    changes[#changes + 1] = now
  end
  redis.call('HSET', ledger, unpack(changes))
end
for pair, times in pairs(refused) do
  local field = string.char(math.floor(pair / 256)) .. ':' .. string.char(pair % 256)
  redis.call('HINCRBY', ledger, 'x:' .. project .. ':' .. field .. ':' .. hourText, times)
end
if entries ~= '' then
  for code, entry, times in string.gmatch(entries, '(%a):([^:,]*):(%d+)') do
    redis.call('HINCRBY', ledger, 'y:' .. project .. ':' .. code .. ':' .. entry .. ':' .. hourText, times)
  end
end

local verdict = string.char(unpack(codes))
local decision =
  table.concat({ nonce, batch, arrival, hourText, monthText, epoch, project, types, verdict, bytesTaken }, ' ')
if entries ~= '' then decision = decision .. ' ' .. entries end
if isProcessed and not owner and tonumber(recordTtl) > 0 then
  redis.call('SET', record, decision, 'PX', recordTtl)
end
if isSpooled or not isProcessed then redis.call('SET', answer, decision, 'PX', answerTtl) end
return { 'decided', decision, now, bytesPerHour >= 0 and math.max(0, bytesLeft - bytesTaken) or -1 }
