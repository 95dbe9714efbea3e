--[[
Seals a publish. It is the last command of the transaction that added the jobs, and the only one that decides:
commands of a MULTI that fail do not stop their neighbours (a script may be unknown to the server), so nothing but
the jobs themselves proves that they are there. It counts the events of every job it finds, and sets the accept
marks only if it finds all of them.

A mark that this very publish set before is its own: a repeat after a lost answer is accepted, not a duplicate.
A mark of another batch id belongs to an earlier batch of the same bytes, which is forgotten: it gives way.

KEYS[1]            the shard's counts, a hash
KEYS[2 .. j+1]     the job hashes that the transaction added
KEYS[j+2 .. ]      the accept marks, one for each batch
ARGV[1]            j, how many jobs
ARGV[2 .. 2j+1]    for each job: the field to count under, the job's events
ARGV[2j+2 .. ]     for each batch: the mark's value "<batch id>:<token>", its time to live in milliseconds
Reply              { jobs missing, then for each batch: 1 = its mark is ours, 0 = it is another's or was not set }

Sent with its source (EVAL), so that it can never be unknown:
  EVAL <source> 3 {sl0}:counts {sl0}:span:m1-a {sl0}:mark:7:9f… 1 span:published 20 "0192…:k1" 900000
  → { 0, 1 }
--]]
local jobs = tonumber(ARGV[1])
local missing = 0
local events = {}
for job = 1, jobs do
  if redis.call('EXISTS', KEYS[1 + job]) == 1 then
    local field = ARGV[2 * job]
    events[field] = (events[field] or 0) + tonumber(ARGV[2 * job + 1])
  else
    missing = missing + 1
  end
end
for field, count in pairs(events) do
  redis.call('HINCRBY', KEYS[1], field, count)
end

local reply = { missing }
for mark = 1, #KEYS - 1 - jobs do
  local won = 0
  if missing == 0 then
    local key = KEYS[1 + jobs + mark]
    local value = ARGV[2 * jobs + 2 * mark]
    local ttl = ARGV[2 * jobs + 2 * mark + 1]
    local mark = redis.call('GET', key)
    if not mark or string.match(mark, '^[^:]*') ~= string.match(value, '^[^:]*') then
      redis.call('SET', key, value, 'PX', ttl)
      won = 1
    elseif mark == value then
      won = 1
    end
  end
  reply[1 + mark] = won
end
return reply
